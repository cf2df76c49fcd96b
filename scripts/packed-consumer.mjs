// A user's project that has nothing but our tarballs: no registry, no @types/node, no SDK.

import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./run.mjs";
import { entriesOf, readJson, root } from "./workspace.mjs";

const STRICT = {
  noEmit: true,
  strict: true,
  skipLibCheck: false,
  target: "es2022",
  lib: ["es2022", "dom", "dom.iterable", "dom.asynciterable"],
};
const NODENEXT = { module: "nodenext", moduleResolution: "nodenext" };
const BUNDLER = { module: "esnext", moduleResolution: "bundler" };
/** The oldest TypeScript that our declarations compile on, and what comes between it and our own. */
const OLDER_COMPILERS = Object.keys(
  readJson(join(root, "tools/consumers/package.json")).devDependencies,
).filter((name) => name.startsWith("typescript-"));
/** Every Node that our packages are used on: this one, and those that the runtime tests name. */
const NODES = {
  [`node ${process.versions.node}`]: [process.execPath],
  ...Object.fromEntries(
    Object.entries(readJson(join(root, "scripts/runtime/runtimes.json")))
      .filter(([name]) => name.startsWith("node-"))
      .map(([, { npx }]) => [npx, ["npx", "--yes", npx]]),
  ),
};
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
  // The bridge is Node's throughout.
  const core = entries.filter((entry) => !entry.endsWith("/node") && entry !== "@mcp-sse/bridge");
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

  copyFileSync(join(root, "tools/consumers/use.mjs"), join(dir, "use.mjs"));
  const faults = [];
  for (const [title, [command = "", ...args]] of Object.entries(NODES)) {
    const imported = await run(command, [...args, "import.mjs"], { cwd: dir });
    const required = await run(command, [...args, "--no-warnings", "require.cjs"], { cwd: dir });
    const used = await run(command, [...args, "use.mjs"], { cwd: dir });
    for (const [what, { status, output }] of Object.entries({
      import: imported,
      require: required,
      use: used,
    }))
      if (status !== 0) faults.push(`consumer: ${what} fails on ${title}\n${output}`);
    if (imported.status === 0 && required.status === 0)
      faults.push(...differences(JSON.parse(imported.stdout), JSON.parse(required.stdout)));
  }
  faults.push(...(await faultsOfCommands(packed, dir)));

  const typeCheck = async (
    /** @type {string} */ compiler,
    /** @type {string} */ title,
    /** @type {object} */ config,
  ) => {
    write("tsconfig.json", config);
    const { status, output } = await run(compiler, ["-p", "tsconfig.json"], { cwd: dir });
    if (status !== 0) faults.push(`consumer: types under ${title}\n${output}`);
  };
  for (const [title, { files, ...compilerOptions }] of Object.entries(projects))
    await typeCheck(join(root, "node_modules/.bin/tsc"), title, { compilerOptions, files });
  for (const name of OLDER_COMPILERS) {
    const tsc = join(root, "tools/consumers/node_modules", name, "bin/tsc");
    // A `require` of an ES module has types since TypeScript 5.8 only.
    const compilerOptions = { ...STRICT, ...NODENEXT, ...NODE_TYPES };
    await typeCheck(tsc, name, { compilerOptions, files: ["all.mts"] });
    await typeCheck(tsc, `${name}, without the DOM`, {
      compilerOptions: { ...compilerOptions, lib: ["es2022"] },
      files: ["all.mts"],
    });
  }
  console.log(`installed offline; ${entries.length} entries`);
  console.log(`imported, required and used on ${Object.keys(NODES).join(", ")}`);
  console.log(`type-checked by our typescript, ${OLDER_COMPILERS.join(", ")}`);
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
