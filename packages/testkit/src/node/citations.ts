// Which tests cite what: read from the sources of the tests, so that no run is needed and none is trusted.

import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** What one test file cites. */
export interface Citations {
  /** Ids in the first argument of a `verifies` call, as they stand there. */
  readonly verified: readonly string[];
  /** Every string of a file that binds requirements: ids may also stand in tables. */
  readonly bound: readonly string[];
  /** Ids of the form `C01` in any string, which is where titles are. */
  readonly bugs: readonly string[];
  /** Names of the shared suites that it runs. */
  readonly suites: readonly string[];
}

const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const STRING = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`/g;
const VERIFIES = /\b(?:verifies|titleOf)\(\s*(\[[^\]]*\]|"[^"]*")/g;
const SUITE = /\b(\w+Suite)\(\{/g;
const BUG = /\b[CJSHXKB]\d\d\b/g;

/** Reads the citations of one test file. */
export function citationsIn(source: string): Citations {
  const code = source.replace(COMMENT, "");
  const verified = [...code.matchAll(VERIFIES)].flatMap(([, argument = ""]) => stringsIn(argument));
  const strings = stringsIn(code);
  return {
    verified,
    bound: /\b(?:verifies|titleOf)\(/.test(code) ? strings : [],
    bugs: strings.flatMap((string) => string.match(BUG) ?? []),
    suites: [...code.matchAll(SUITE)].map(([, name = ""]) => name),
  };
}

/** Every test file of the workspace's packages, but those of `except`, by its path from the root. */
export function testFiles(root: string, except: readonly string[] = []): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const packages = join(root, "packages");
  for (const name of readdirSync(packages)) {
    if (except.includes(name)) continue;
    for (const path of filesUnder(join(packages, name, "test"))) {
      if (path.endsWith(".ts")) files.set(relative(root, path), readFileSync(path, "utf8"));
    }
  }
  return files;
}

function* filesUnder(folder: string): Generator<string> {
  let entries: ReturnType<typeof readEntries>;
  try {
    entries = readEntries(folder);
  } catch {
    // A package without tests.
    return;
  }
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesUnder(path);
    else yield path;
  }
}

function readEntries(folder: string) {
  return readdirSync(folder, { withFileTypes: true });
}

function stringsIn(code: string): string[] {
  return (code.match(STRING) ?? []).map((literal) => literal.slice(1, -1));
}
