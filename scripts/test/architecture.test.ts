// The tree is the architecture: what ARCHITECTURE.md draws and CONTRIBUTING.md promises, checked.

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { entriesOf, packages, readJson, root, sourceOfEntry } from "../workspace.mjs";
import { importsOf, javascriptOf, type Source, sources, testSources } from "./sources.ts";

type Edges = Record<string, string[]>;

const MAX_LINES = 250;
const folderOf = new Map(packages.map(({ manifest, folder }) => [manifest.name, folder]));

describe("the package graph", () => {
  const drawn = drawnEdges(readFileSync(join(root, "ARCHITECTURE.md"), "utf8"));

  test("of the manifests is the one drawn in ARCHITECTURE.md", () => {
    const declared: Edges = {};
    for (const { folder, manifest } of packages) {
      declared[folder] = Object.keys(manifest.dependencies ?? {})
        .flatMap((name) => folderOf.get(name) ?? [])
        .sort();
    }
    expect(declared).toEqual(drawn);
  });

  test("of the sources goes along drawn edges only, and uses each of them", () => {
    const used: Edges = Object.fromEntries(packages.map(({ folder }) => [folder, []]));
    for (const { pkg, code } of sources) {
      for (const specifier of importsOf(code)) {
        const target = folderOf.get(packageNameOf(specifier));
        if (target !== undefined && target !== pkg.folder) used[pkg.folder]?.push(target);
      }
    }
    for (const [folder, targets] of Object.entries(used)) used[folder] = [...new Set(targets)].sort();
    expect(used).toEqual(drawn);
  });

  test("is what the tags of turbo.json allow, and nothing against the arrows", () => {
    const { tags } = readJson(join(root, "turbo.json")).boundaries;
    const tagOf = (folder: string): string => readJson(join(root, "packages", folder, "turbo.json")).tags[0];
    const below = (folder: string): string[] => (drawn[folder] ?? []).flatMap((to) => [to, ...below(to)]);
    // What a command loads when it is asked to is an optional peer, and no edge.
    const peersOf = (folder: string): string[] =>
      packages
        .filter((pkg) => pkg.folder === folder)
        .flatMap(({ manifest }) => Object.keys(manifest.peerDependencies ?? {}))
        .flatMap((name) => folderOf.get(name) ?? []);
    for (const from of Object.keys(drawn)) {
      const allowed: string[] = tags[tagOf(from)].dependencies.allow;
      const reachable = Object.keys(drawn).filter((to) => to !== from && allowed.includes(tagOf(to)));
      // Everybody tests with the kit; nobody ships it.
      const expected = [...new Set([...below(from), ...peersOf(from), "testkit"])].filter(
        (to) => to !== from,
      );
      expect([from, reachable.sort()]).toEqual([from, expected.sort()]);
    }
  });
});

describe("a source file", () => {
  test(`has at most ${MAX_LINES} lines, or its reason in long-files.json`, () => {
    const reasons: Record<string, string> = readJson(join(root, "scripts/test/long-files.json"));
    const long = sources.filter(({ text }) => text.split("\n").length - 1 > MAX_LINES);
    expect(long.map(({ name }) => name)).toEqual(Object.keys(reasons).sort());
    for (const reason of Object.values(reasons)) expect(reason).toMatch(/\S+ \S+ \S+/);
  });

  test("has its mirrored test, unless it holds only re-exports, types, constants or cases of a suite", () => {
    const untested = sources.filter((source) => {
      const mirror = join(source.pkg.dir, "test", source.path.replace(/\.ts$/, ""));
      if ([".test.ts", ".ci.test.ts"].some((ending) => existsSync(mirror + ending))) return false;
      return ![isReExports, isTypes, isConstants, isPartOfSuite].some((exempt) => exempt(source));
    });
    expect(untested.map(({ name }) => name)).toEqual([]);
  });

  test("uses node:*, Buffer and process only in node/ and cli/, and in bridge", () => {
    const platform = /"node:|\bBuffer\b|(?<![\w.#"-])process\./;
    const found = sources.filter(
      ({ pkg, path, code }) => pkg.folder !== "bridge" && !/^(node|cli)\//.test(path) && platform.test(code),
    );
    expect(found.map(({ name }) => name)).toEqual([]);
  });

  test("reaches node/ through a condition, never by path", () => {
    const found = sources.filter(
      ({ path, code }) =>
        !/^(node|cli)\//.test(path) && importsOf(code).some((from) => /^\.{1,2}\/(.*\/)?node\//.test(from)),
    );
    expect(found.map(({ name }) => name)).toEqual([]);
  });

  test("of a public package documents what it exports", () => {
    const found = sources
      .filter(({ pkg }) => pkg.manifest.private !== true)
      .flatMap(({ name, text }) => undocumentedIn(text).map((symbol) => `${name}: ${symbol}`));
    expect(found).toEqual([]);
  });

  test("silences no checker", () => {
    const any = /\bas any\b|[:<|&,]\s*any\b(?!\s*\w)|\bany\[\]/;
    const silencer = new RegExp(
      `@ts-(${"ignore|expect-error|nocheck"})|(${"biome|oxlint|eslint"})-(ignore|disable)`,
    );
    const found = sources.filter(({ text, code }) => any.test(code) || silencer.test(text));
    expect(found.map(({ name }) => name)).toEqual([]);
  });

  test("leaves no note to come back", () => {
    const note = new RegExp(`\\b(${"TODO|FIXME|XXX|HACK"})\\b`);
    expect(sources.filter(({ text }) => note.test(text)).map(({ name }) => name)).toEqual([]);
  });
});

describe("an entry file", () => {
  test("holds explicit re-exports, and nothing else", () => {
    const files = packages.flatMap((pkg) =>
      entriesOf(pkg.manifest).map((entry) => sourceOfEntry(pkg, entry)),
    );
    const entries = sources.filter(({ pkg, path }) => files.includes(join(pkg.dir, "src", path)));
    const indexes = sources.filter(({ path }) => /(^|\/)index\.ts$/.test(path));
    expect(entries).toHaveLength(files.length);
    const wrong = [...new Set([...entries, ...indexes])].filter((source) => !isReExports(source));
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});

describe("a test file", () => {
  test("skips, focuses and postpones nothing", () => {
    const excuse = /\b(test|it|describe)(\.\w+)*\.(skip|only|todo|fails|skipIf|runIf)\b/;
    expect(testSources.filter(({ code }) => excuse.test(code)).map(({ name }) => name)).toEqual([]);
  });

  test("waits for an event or a condition, not for a time", () => {
    // A poll of some milliseconds is a condition; 100 and more is a guess at how fast a machine is, unless the clock is fake.
    const sleep = /\bsetTimeout\((\w+,\s*)?\d[\d_]{2,}\)/;
    const found = testSources.filter(({ code }) => sleep.test(code) && !code.includes("useFakeTimers"));
    expect(found.map(({ name }) => name)).toEqual([]);
  });
});

describe("the tree", () => {
  test("names no place of one machine", () => {
    const place = new RegExp(`(^|[^\\w.])/(${"work|farm|root|home|tmp|Users"})/[\\w.]`);
    const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0");
    const found = files.filter((file) => {
      const path = join(root, file);
      return (
        file !== "" && file !== "pnpm-lock.yaml" && existsSync(path) && place.test(readFileSync(path, "utf8"))
      );
    });
    expect(found).toEqual([]);
  });
});

/** Reads the fenced block of ARCHITECTURE.md that lists the edges: `sse-server -> sse-codec, jsonrpc`. */
function drawnEdges(markdown: string): Edges {
  const block = /^```edges\n([\s\S]*?)^```/m.exec(markdown)?.[1];
  if (block === undefined) throw new Error("ARCHITECTURE.md has no ```edges block");
  const edges: Edges = {};
  for (const line of block.trim().split("\n")) {
    const [from = "", to = ""] = line.split("->");
    edges[from.trim()] = to
      .split(",")
      .flatMap((name) => name.trim() || [])
      .sort();
  }
  return edges;
}

/** Names of exported declarations that no doc comment stands above; overloads share their first one's. */
function undocumentedIn(text: string): string[] {
  const lines = text.split("\n");
  const declared = new Set<string>();
  return lines.flatMap((line, i) => {
    const declaration =
      /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/;
    const name = declaration.exec(line)?.[1];
    if (name === undefined || declared.has(name)) return [];
    declared.add(name);
    return lines[i - 1]?.trimEnd().endsWith("*/") ? [] : [name];
  });
}

function packageNameOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

function isReExports({ code }: Source): boolean {
  return code.replace(/export (type )?\{[^{}]*\}( from "[^"]+")?;/g, "").trim() === "";
}

function isTypes(source: Source): boolean {
  return javascriptOf(source).trim() === "";
}

/** Nothing in it can run: no function, no class, no branch. */
function isConstants(source: Source): boolean {
  const code = javascriptOf(source).replace(/"(?:[^"\\]|\\.)*"|`[^`$]*`/g, '""');
  return !/=>|\b(function|class|if|for|while|new)\b/.test(code);
}

/** Cases beside a `*-suite.ts` are tests themselves; the test of their suite runs them. */
function isPartOfSuite({ pkg, path }: Source): boolean {
  const suites = readdirSync(join(pkg.dir, "src", dirname(path))).filter((file) =>
    file.endsWith("-suite.ts"),
  );
  return suites.length > 0 && !path.endsWith("-suite.ts");
}
