// Writes the JavaScript of the public packages: each entry is one file, and what entries of a package share is in
// files beside them, so that an error of one is an `instanceof` in another. `tsc -b` writes the declarations.
//
//     node scripts/bundle.mjs                 all packages, after `tsc -b` or before it
//     node scripts/bundle.mjs sse-codec       these
//
// Why: a file costs Node about a millisecond to import, and 200 files were most of what a client took to load.
// Other packages stay imports, so that a program has one copy of each, whichever of them it imports itself. All but
// `mcp-sse/client` on Node: there it takes longer to find four packages than to load what is in them, so that file has
// them within it, and `instanceof` knows the errors of either copy (error-copies.mjs). Bundlers do not take it.
// Nobody imports the command: it holds what it needs of them, in three files for each of its subcommands. They are
// CommonJS, which Node 20 starts 15 ms sooner, and without white space, which took it 10 ms to read over.

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { build } from "esbuild";
import { rolldown } from "rolldown";
import { withConstants } from "./constants.mjs";
import { withKnownCopies } from "./error-copies.mjs";
import { withInlinedConstants } from "./inline-constants.mjs";
import { withPureStatements } from "./pure-statements.mjs";
import { entriesOf, leavesOf, publicPackages, sourceOfEntry } from "./workspace.mjs";

/**
 * What one run of the bundler makes: outputs that may share files.
 *
 * @typedef {object} Group
 * @property {string} condition by which `imports` of the sources are resolved
 * @property {boolean} isWhole whether other packages are within it
 * @property {boolean} isOfNode whether Node may load it
 * @property {Record<string, string>} entries source by output, which has no extension
 * @property {string} shared folder of what they share
 */

/** What is never within a file of ours. */
const FOREIGN = ["node:*", "@modelcontextprotocol/*"];

/**
 * Bundles packages into their dist folders. What is there and is not written again is removed, declarations excepted.
 *
 * @param {readonly string[]} [folders] names of folders of packages/; all public ones if there are none
 */
export async function bundlePackages(folders = []) {
  const chosen = publicPackages.filter(({ folder }) => folders.length === 0 || folders.includes(folder));
  await Promise.all(chosen.map(bundle));
}

/** @param {import("./workspace.mjs").Package} pkg */
async function bundle(pkg) {
  const dist = join(pkg.dir, "dist");
  const commands = Object.values(pkg.manifest.bin ?? {}).map((file) => commandOf(pkg, outputOf(file)));
  const groups = groupsOf(pkg);
  const entries = groups.map((group) => outputsOf(pkg, group, groups));
  const files = (await Promise.all([...entries, ...commands])).flat();
  for (const { path, text } of files) writeIfChanged(path, text);
  // When it was bundled last, whether or not that changed anything: benchmarks/src/fresh.ts reads it.
  utimesSync(join(dist, "index.js"), new Date(), new Date());
  const kept = new Set(files.map(({ path }) => relative(dist, path)));
  for (const file of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    if (/\.c?js(\.map)?$/.test(file) && !kept.has(file)) rmSync(join(dist, file));
  }
}

/**
 * A package that has files for Node is bundled twice, for Node and for everybody else; its manifest's `exports` choose.
 * One without `imports` has for Node what it has for others, with what it depends on within it, and its errors marked.
 *
 * @param {import("./workspace.mjs").Package} pkg
 * @returns {Group[]}
 */
function groupsOf(pkg) {
  const { manifest } = pkg;
  /** @type {Record<string, Group>} */
  const groups = {};
  for (const entry of entriesOf(manifest)) {
    const target = manifest.exports[`.${entry.slice(manifest.name.length)}`] ?? {};
    const leaves = leavesOf(target);
    const conditionsOf = new Set(leaves.flatMap(({ conditions }) => conditions));
    for (const { conditions, file } of leaves) {
      if (!file.endsWith(".js")) continue;
      const condition = conditions.at(-1) === "node" ? "node" : "default";
      groups[condition] ??= {
        condition,
        isWhole:
          condition === "node" && manifest.imports === undefined && manifest.dependencies !== undefined,
        isOfNode: condition === "node",
        entries: {},
        shared: condition === "node" ? "shared/node" : "shared",
      };
      // Where nothing branches, Node takes this one for the entries that have none for it.
      if (manifest.imports === undefined && !conditionsOf.has("node")) groups[condition].isOfNode = true;
      groups[condition].entries[outputOf(file)] = sourceOfEntry(pkg, entry);
    }
  }
  return Object.values(groups);
}

/**
 * @param {import("./workspace.mjs").Package} pkg
 * @param {Group} group
 * @param {readonly Group[]} groups all of the package
 * @returns {Promise<{ path: string, text: string }[]>}
 */
async function outputsOf({ dir }, { condition, entries, shared, isWhole, isOfNode }, groups) {
  const { outputFiles } = await build({
    absWorkingDir: dir,
    entryPoints: entries,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "neutral",
    target: "es2023",
    conditions: isWhole ? ["mcp-sse-source", condition] : [condition],
    ...(isWhole ? { external: FOREIGN, minifyWhitespace: true } : { packages: "external" }),
    plugins: [entriesStayImports([...groups.map((group) => group.entries), entries])],
    outdir: "dist",
    chunkNames: `${shared}/[name]-[hash]`,
    legalComments: "none",
    write: false,
    logLevel: "warning",
  });
  return outputFiles.map(({ path, text }) => {
    const ordered = withoutOrder(text);
    const known = isOfNode ? withKnownCopies(ordered) : ordered;
    const constant = withInlinedConstants(withConstants(known));
    return { path, text: isWhole ? constant : withPureStatements(constant) };
  });
}

/**
 * A command, its subcommands each in a file, and what several of them share in one or two: esbuild would make a file of
 * every combination.
 *
 * @param {import("./workspace.mjs").Package} pkg
 * @param {string} output
 * @returns {Promise<{ path: string, text: string }[]>}
 */
async function commandOf({ dir }, output) {
  const bundle = await rolldown({
    cwd: dir,
    input: { [basename(output)]: join(dir, "src", `${output}.ts`) },
    platform: "node",
    external: /^node:/,
    resolve: { conditionNames: ["mcp-sse-source", "node"] },
    preserveEntrySignatures: "allow-extension",
  });
  const made = await bundle.generate({
    format: "cjs",
    entryFileNames: "[name].cjs",
    chunkFileNames: "[name].cjs",
    comments: false,
    // Names are kept, for the stacks of what was not foreseen.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: "client", test: /[\\/](sse-client|cli[\\/]client)[\\/]/, minShareCount: 2, priority: 1 },
        { name: "common", minShareCount: 2 },
      ],
    },
  });
  await bundle.close();
  const folder = join(dir, "dist", dirname(output));
  return made.output.flatMap((chunk) =>
    chunk.type === "chunk" ? [{ path: join(folder, chunk.fileName), text: chunk.code }] : [],
  );
}

/**
 * An entry that imports another leaves it a file of its own. Bundled into both it would become a third file.
 *
 * @param {readonly Record<string, string>[]} entries of all groups; those that are preferred come last
 * @returns {import("esbuild").Plugin}
 */
function entriesStayImports(entries) {
  const outputs = new Map(entries.flatMap(Object.entries).map(([output, source]) => [source, output]));
  return {
    name: "entries-stay-imports",
    setup({ onResolve }) {
      onResolve({ filter: /^\.{1,2}\// }, ({ path, importer, resolveDir }) => {
        const from = outputs.get(importer);
        const to = outputs.get(join(resolveDir, path));
        if (from === undefined || to === undefined) return undefined;
        const specifier = relative(dirname(from), `${to}.js`);
        return { path: specifier.startsWith(".") ? specifier : `./${specifier}`, external: true };
      });
    },
  };
}

/**
 * esbuild keeps the order in which modules were loaded, also of those that nothing is wanted of. None has an effect.
 *
 * @param {string} text
 */
function withoutOrder(text) {
  return text.replace(/^import "\.{1,2}\/[^"]+";\n/gm, "");
}

/** @param {string} file `./dist/node/index.js` */
function outputOf(file) {
  return file.replace("./dist/", "").replace(/\.c?js$/, "");
}

/**
 * Whole or not at all: somebody may be importing it.
 *
 * @param {string} path
 * @param {string} text
 */
function writeIfChanged(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  try {
    if (readFileSync(path, "utf8") === text) return;
  } catch {
    // There is none yet.
  }
  const written = `${path}.${process.pid}`;
  writeFileSync(written, text);
  renameSync(written, path);
}

if (import.meta.filename === process.argv[1]) await bundlePackages(process.argv.slice(2));
