// Every TypeScript file of the packages, as text.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { transformSync } from "esbuild";
import { type Package, packages } from "../workspace.mjs";

export interface Source {
  readonly pkg: Package;
  /** Below `src/` or `test/`, with forward slashes: `node/request.ts`. */
  readonly path: string;
  /** `sse-client/src/node/request.ts`, for messages. */
  readonly name: string;
  readonly text: string;
  /** The text without its comments: the formatter keeps each on lines of its own. */
  readonly code: string;
}

export const sources: readonly Source[] = packages.flatMap((pkg) => sourcesIn(pkg, "src"));

/** The same of what is in their test folders. */
export const testSources: readonly Source[] = packages.flatMap((pkg) => sourcesIn(pkg, "test"));

function sourcesIn(pkg: Package, folder: "src" | "test"): Source[] {
  return tsFilesOf(join(pkg.dir, folder)).map((path) => {
    const text = readFileSync(join(pkg.dir, folder, path), "utf8");
    return { pkg, path, name: `${pkg.folder}/${folder}/${path}`, text, code: withoutComments(text) };
  });
}

/** Paths below `dir` of all its TypeScript files, sorted. */
function tsFilesOf(dir: string): string[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
}

/** Removes block comments, line comments, and nothing from strings that hold `//` in mid-line. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
}

/** Specifiers of every `import`, `export … from` and `import()`, types included. */
export function importsOf(code: string): string[] {
  return [...code.matchAll(/\b(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1] as string);
}

/** The JavaScript that is left of a source: nothing at all for a file of types. */
export function javascriptOf({ text }: Source): string {
  return transformSync(text, { loader: "ts", legalComments: "none" }).code;
}
