// What a tarball of ours must hold, and must not.

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { leavesOf, publicPackages } from "./workspace.mjs";

/**
 * @param {import("./check-packages.mjs").Packed} packed
 * @returns {string[]} what is wrong with it
 */
export function faultsOfTarball({ name, dir, manifest }) {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1));
  return [
    ...missing(files, manifest),
    ...unwanted(files),
    ...stale(name, files),
    ...wrongRanges(manifest),
    ...(JSON.stringify(manifest.exports).includes("mcp-sse-source") ? ["exports the source condition"] : []),
  ].map((fault) => `${name}: the tarball ${fault}`);
}

/**
 * @param {readonly string[]} files
 * @param {import("./workspace.mjs").Manifest} manifest
 */
function missing(files, { exports, imports = {}, bin = {} }) {
  const targets = [...leavesOf(exports), ...leavesOf(imports), ...leavesOf(bin)].map(({ file }) => file);
  return ["README.md", "LICENSE", ...targets]
    .map((file) => file.replace("./", ""))
    .filter((file) => !files.includes(file))
    .map((file) => `lacks ${file}`);
}

/** @param {readonly string[]} files */
function unwanted(files) {
  const wanted = /^(dist\/.+\.(c?js|d\.ts)|package\.json|README\.md|LICENSE|CHANGELOG\.md)$/;
  return files
    .filter((file) => !wanted.test(file) || /(^|\/)(tests?|fixtures)\/|\.(test|bench)\./.test(file))
    .map((file) => `holds ${file}`);
}

/**
 * Declarations whose source is gone: they were written before it was removed or renamed. (JavaScript of earlier
 * builds is removed by each one.)
 *
 * @param {string} name
 * @param {readonly string[]} files
 */
function stale(name, files) {
  const dir = publicPackages.find(({ manifest }) => manifest.name === name)?.dir ?? "";
  return files
    .filter((file) => /^dist\/.*\.d\.ts$/.test(file))
    .filter((file) => !existsSync(join(dir, file.replace(/^dist\/(.*)\.d\.ts$/, "src/$1.ts"))))
    .map((file) => `holds ${file} without its source: remove dist and build again`);
}

/** @param {import("./workspace.mjs").Manifest} manifest */
function wrongRanges({ dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }) {
  return Object.entries({ ...dependencies, ...peerDependencies }).flatMap(([name, range]) => {
    const own = publicPackages.find(({ manifest }) => manifest.name === name);
    // An optional peer that the user's program has anyway may be of any version that works.
    const isOpen = peerDependenciesMeta[name]?.optional === true && /^(\*|>=\d+)$/.test(range);
    const right =
      own === undefined ? isOpen || /^[\^~]?\d+\.\d+\.\d+/.test(range) : range === `^${own.manifest.version}`;
    return right ? [] : [`depends on ${name} ${range}`];
  });
}
