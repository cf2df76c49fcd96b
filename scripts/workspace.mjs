// The packages of this workspace, as their manifests describe them.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The folder that holds the workspace. */
export const root = join(import.meta.dirname, "..");

/**
 * @typedef {string | { readonly [condition: string]: Target }} Target
 * @typedef {{ readonly [specifier: string]: Target }} TargetMap
 *
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {boolean} [private]
 * @property {string} description
 * @property {string} license
 * @property {string} type
 * @property {boolean} sideEffects
 * @property {{ node: string }} engines
 * @property {TargetMap} exports
 * @property {TargetMap} [imports]
 * @property {Record<string, string>} [bin]
 * @property {readonly string[]} [files]
 * @property {{ access: string, exports: TargetMap, imports?: TargetMap }} [publishConfig]
 * @property {Record<string, string>} [scripts]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, { optional?: boolean }>} [peerDependenciesMeta]
 *
 * @typedef {object} Package
 * @property {string} folder its name under packages/
 * @property {string} dir the folder's path
 * @property {Manifest} manifest
 */

/**
 * Reads a JSON file.
 *
 * @param {string} path
 * @returns {any}
 */
export function readJson(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** @type {readonly Package[]} every folder of packages/ */
export const packages = readdirSync(join(root, "packages"))
  .sort()
  .map((folder) => {
    const dir = join(root, "packages", folder);
    return { folder, dir, manifest: readJson(join(dir, "package.json")) };
  });

/** Those that are published. */
export const publicPackages = packages.filter(({ manifest }) => manifest.private !== true);

/**
 * What a user can import: `@mcp-sse/sse-server`, `@mcp-sse/sse-server/node`, …
 *
 * @param {Manifest} manifest
 * @returns {string[]}
 */
export function entriesOf({ name, exports }) {
  return Object.keys(exports)
    .filter((key) => !key.endsWith(".json"))
    .map((key) => name + key.slice(1));
}

/**
 * The source that an entry leads to.
 *
 * @param {Package} pkg
 * @param {string} entry as `entriesOf` lists it
 * @returns {string} a path
 */
export function sourceOfEntry({ dir, manifest }, entry) {
  const target = manifest.exports[`.${entry.slice(manifest.name.length)}`];
  const source = typeof target === "object" ? target["mcp-sse-source"] : undefined;
  if (typeof source !== "string") throw new Error(`${entry} has no source condition`);
  return join(dir, source);
}

/**
 * Every file that a map of `exports` or `imports` can lead to, with the conditions on the way.
 *
 * @param {Target} target
 * @param {readonly string[]} [conditions]
 * @returns {{ conditions: readonly string[], file: string }[]}
 */
export function leavesOf(target, conditions = []) {
  if (typeof target === "string") return [{ conditions, file: target }];
  return Object.entries(target).flatMap(([condition, next]) => leavesOf(next, [...conditions, condition]));
}
