// A user's project that has nothing but our tarballs: no registry, no @types/node, no SDK.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./run.mjs";
import { entriesOf, root } from "./workspace.mjs";

const STRICT = {
  noEmit: true,
  strict: true,
  skipLibCheck: false,
  target: "es2022",
  lib: ["es2022", "dom", "dom.iterable", "dom.asynciterable"],
};
const NODENEXT = { module: "nodenext", moduleResolution: "nodenext" };
const BUNDLER = { module: "esnext", moduleResolution: "bundler" };
const NODE_TYPES = { typeRoots: [join(root, "node_modules/@types")], types: ["node"] };

/**
 * @param {readonly import("./check-packages.mjs").Packed[]} packed
 * @param {string} dir an empty folder to be made
 * @returns {Promise<string[]>} what did not work
 */
export async function faultsOfConsumer(packed, dir) {
  mkdirSync(dir);
  write("package.json", { name: "consumer", private: true });

  /** @param {string} file @param {string | object} content */
  function write(file, content) {
    writeFileSync(join(dir, file), typeof content === "string" ? content : JSON.stringify(content));
  }

  // Offline, with a cache of its own that is empty: whatever the tarballs need must be among them.
  const offline = ["--offline", "--cache", join(dir, ".npm"), "--no-audit", "--no-fund"];
  const tarballs = packed.map(({ tarball }) => tarball);
  const installed = await run("npm", ["install", ...offline, ...tarballs], { cwd: dir });
  if (installed.status !== 0) return [`consumer: npm install exits ${installed.status}\n${installed.output}`];

  const entries = packed.flatMap(({ manifest }) => entriesOf(manifest));
  const core = entries.filter((entry) => !entry.endsWith("/node"));
  const list = JSON.stringify(entries);
  const print = "process.stdout.write(JSON.stringify(names))";
  const collect = (/** @type {string} */ load) =>
    `const names = {}; for (const entry of ${list}) names[entry] = Object.keys(${load}).sort(); ${print};`;
  write("import.mjs", collect("await import(entry)"));
  write("require.cjs", collect("require(entry)"));

  const importsOf = (/** @type {readonly string[]} */ names) =>
    names
      .map((name, i) => `import * as e${i} from "${name}";\nexport const n${i}: typeof e${i} = e${i};\n`)
      .join("");
  const requiresOf = (/** @type {readonly string[]} */ names) =>
    names
      .map((name, i) => `import e${i} = require("${name}");\nexport const n${i}: typeof e${i} = e${i};\n`)
      .join("");
  write("core.mts", importsOf(core));
  write("core.cts", requiresOf(core));
  write("core.ts", importsOf(core));
  write("all.mts", importsOf(entries));
  write("all.cts", requiresOf(entries));
  write("all.ts", importsOf(entries));
  const projects = {
    "nodenext, without @types/node": { ...STRICT, ...NODENEXT, types: [], files: ["core.mts", "core.cts"] },
    "bundler, without @types/node": { ...STRICT, ...BUNDLER, types: [], files: ["core.ts"] },
    "nodenext, all entries": { ...STRICT, ...NODENEXT, ...NODE_TYPES, files: ["all.mts", "all.cts"] },
    "nodenext, without the DOM": {
      ...STRICT,
      lib: ["es2022"],
      ...NODENEXT,
      ...NODE_TYPES,
      files: ["all.mts", "all.cts"],
    },
    "bundler, all entries": { ...STRICT, ...BUNDLER, ...NODE_TYPES, files: ["all.ts"] },
  };

  const [imported, required] = await Promise.all([
    run(process.execPath, ["import.mjs"], { cwd: dir }),
    run(process.execPath, ["--no-warnings", "require.cjs"], { cwd: dir }),
  ]);
  const faults = [
    ...(imported.status === 0 ? [] : [`consumer: import fails\n${imported.output}`]),
    ...(required.status === 0 ? [] : [`consumer: require() fails\n${required.output}`]),
  ];
  if (faults.length === 0)
    faults.push(...differences(JSON.parse(imported.stdout), JSON.parse(required.stdout)));

  for (const [title, { files, ...compilerOptions }] of Object.entries(projects)) {
    write("tsconfig.json", { compilerOptions, files });
    const checked = await run(join(root, "node_modules/.bin/tsc"), ["-p", "tsconfig.json"], { cwd: dir });
    if (checked.status !== 0) faults.push(`consumer: types under ${title}\n${checked.output}`);
  }
  faults.push(...(await faultsOfCommands(packed, dir)));
  console.log(`installed offline; ${entries.length} entries imported, required and type-checked`);
  return faults;
}

/**
 * Runs every command that the tarballs install, as `npx` does.
 *
 * @param {readonly import("./check-packages.mjs").Packed[]} packed
 * @param {string} dir
 */
async function faultsOfCommands(packed, dir) {
  const faults = [];
  for (const { manifest } of packed) {
    for (const name of Object.keys(manifest.bin ?? {})) {
      const args = ["--offline", "--no", "--", name, "--version"];
      const { status, stdout, output } = await run("npx", args, { cwd: dir });
      if (status !== 0 || stdout.trim() !== manifest.version) {
        faults.push(`consumer: npx ${name} --version exits ${status}\n${output}`);
      }
      const help = await run("npx", ["--offline", "--no", "--", name, "--help"], { cwd: dir });
      if (help.status !== 0) faults.push(`consumer: npx ${name} --help exits ${help.status}\n${help.output}`);
    }
  }
  return faults;
}

/**
 * @param {Record<string, string[]>} imported
 * @param {Record<string, string[]>} required
 */
function differences(imported, required) {
  return Object.entries(imported).flatMap(([entry, names]) => {
    if (names.length === 0) return [`consumer: ${entry} exports nothing`];
    // Node adds `module.exports` or `__esModule` to what require() returns, by version.
    const seen = required[entry]?.filter((name) => name !== "__esModule" && name !== "module.exports") ?? [];
    const same = JSON.stringify(seen) === JSON.stringify(names);
    return same ? [] : [`consumer: import and require() of ${entry} see different names`];
  });
}
