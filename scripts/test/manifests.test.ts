// What every package.json of this workspace has in common, so that nobody has to remember it.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  entriesOf,
  leavesOf,
  type Manifest,
  packages,
  publicPackages,
  readJson,
  root,
  sourceOfEntry,
  type TargetMap,
} from "../workspace.mjs";

// Bun and Deno match "node" too, so their own conditions come before it. So do bundlers for Node, which match "module".
const CONDITION_ORDER = [
  "mcp-sse-source",
  "types",
  "workerd",
  "edge-light",
  "bun",
  "deno",
  "browser",
  "module",
  "node",
  "default",
];

/** Whether a source, or one that it imports from its package, imports a branch. */
function branches(source: string): boolean {
  const specifiers = [...readFileSync(source, "utf8").matchAll(/ from "([^"]+)"/g)].map(
    ([, from = ""]) => from,
  );
  return specifiers.some((from) =>
    from.startsWith(".") ? branches(join(source, "..", from)) : from.startsWith("#"),
  );
}

describe.each(packages.map((pkg) => [pkg.folder, pkg] as const))("the manifest of %s", (folder, pkg) => {
  const { manifest, dir } = pkg;

  test("states what all packages share", () => {
    expect(manifest).toMatchObject({
      license: "MIT",
      type: "module",
      sideEffects: false,
      engines: { node: ">=20.19" },
      repository: { directory: `packages/${folder}` },
    });
    expect(manifest.name).toBe(folder === "mcp-sse" ? "mcp-sse" : `@mcp-sse/${folder}`);
  });

  test("lists conditions in the order in which the first match is the right one", () => {
    for (const map of [manifest.exports, manifest.imports ?? {}]) {
      for (const { conditions } of Object.values(map).flatMap((target) => leavesOf(target))) {
        const unknown = conditions.filter((condition) => !CONDITION_ORDER.includes(condition));
        expect(unknown).toEqual([]);
      }
      for (const keys of conditionListsOf(map)) {
        expect(keys).toEqual(CONDITION_ORDER.filter((condition) => keys.includes(condition)));
        expect(keys.at(-1) === "default" || keys.at(-1) === "types").toBe(true);
      }
    }
  });

  test("leads the source condition to files that exist, and every other to their output", () => {
    for (const { conditions, file } of leavesOf(manifest.exports)) {
      if (file === "./package.json") continue;
      const isSource = conditions.includes("mcp-sse-source");
      expect(file).toMatch(isSource ? /^\.\/src\// : /^\.\/dist\//);
      const source = file.replace("./dist/", "./src/").replace(/(\.d\.ts|(\.node)?\.js)$/, ".ts");
      expect([source, existsSync(join(dir, source))]).toEqual([source, true]);
    }
  });

  test("chooses between branches of its sources, which what is published has in bundles of their own", () => {
    for (const { file } of leavesOf(manifest.imports ?? {})) {
      expect([file, existsSync(join(dir, file))]).toEqual([file, true]);
    }
    const forNode = leavesOf(manifest.exports).filter(({ conditions }) => conditions.at(-1) === "node");
    const branching =
      manifest.imports && entriesOf(manifest).filter((entry) => branches(sourceOfEntry(pkg, entry)));
    // Without branches, what is for Node has its own reasons: see scripts/bundle.mjs.
    if (branching !== undefined) expect(forNode.length).toBe(branching.length);
    expect(branching?.length).not.toBe(0);
    for (const { file } of forNode) expect(file).toMatch(/\.node\.js$/);
    expect(manifest.publishConfig?.imports).toEqual(manifest.imports && {});
  });

  test("depends on the workspace's own packages by range, and on nothing else at run time", () => {
    const foreign = Object.entries(manifest.dependencies ?? {}).filter(
      ([name, range]) => !packages.some((other) => other.manifest.name === name) || range !== "workspace:^",
    );
    expect(foreign).toEqual([]);
    const peers = Object.keys(manifest.peerDependencies ?? {});
    const required = peers.filter((name) => manifest.peerDependenciesMeta?.[name]?.optional !== true);
    expect(required).toEqual(folder === "testkit" ? ["vitest"] : []);
  });
});

describe.each(publicPackages.map((pkg) => [pkg.folder, pkg] as const))("the published %s", (_folder, pkg) => {
  const { manifest, dir } = pkg;

  test("says in package.json, README and index.ts the same first sentence", () => {
    const readme = readFileSync(join(dir, "README.md"), "utf8");
    const [title, sentence = ""] = readme.split(/\n\n+/);
    expect(title).toBe(`# ${manifest.name}`);
    expect(sentence.replace(/\s+/g, " ")).toBe(manifest.description);
    expect(manifest.description).toMatch(/^[^\n]+[.]$/);
    const [, comment = ""] =
      /^\/\*\*([\s\S]*?)\*\//.exec(readFileSync(join(dir, "src/index.ts"), "utf8")) ?? [];
    expect(comment.replace(/\s*\*\s|\s+/g, " ").trim()).toContain(manifest.description);
    expect(comment).toContain("@packageDocumentation");
  });

  test("publishes its exports without the source condition, and otherwise unchanged", () => {
    expect(manifest.publishConfig?.access).toBe("public");
    expect(manifest.publishConfig?.exports).toEqual(withoutSources(manifest.exports));
  });

  test("ships output without maps, README and licence", () => {
    expect(manifest.files?.slice(0, 2)).toEqual(["dist", "!dist/**/*.map"]);
    expect(readFileSync(join(dir, "LICENSE"), "utf8")).toBe(readFileSync(join(root, "LICENSE"), "utf8"));
  });
});

describe("a version of a third party", () => {
  test("stands once, in the catalog", () => {
    const examples = readdirSync(join(root, "examples")).map((name) => join("examples", name));
    const others = [".", "benchmarks", ...examples].map((dir) => readJson(join(root, dir, "package.json")));
    const manifests: Manifest[] = [...packages.map(({ manifest }) => manifest), ...others];
    const strays = manifests.flatMap(({ name, dependencies, devDependencies }) =>
      Object.entries({ ...dependencies, ...devDependencies })
        .filter(([, range]) => !/^(catalog:|workspace:[*^])$/.test(range))
        .map(([dependency, range]) => `${name}: ${dependency} ${range}`),
    );
    expect(strays).toEqual([]);
  });
});

function conditionListsOf(map: TargetMap): string[][] {
  return Object.values(map).flatMap((target) => {
    if (typeof target === "string") return [];
    const keys = Object.keys(target);
    const own = keys.some((key) => key.startsWith(".") || key.startsWith("#")) ? [] : [keys];
    return [...own, ...conditionListsOf(target)];
  });
}

function withoutSources(map: TargetMap): TargetMap {
  const published: Record<string, TargetMap[string]> = {};
  for (const [key, target] of Object.entries(map)) {
    if (key === "mcp-sse-source") continue;
    published[key] = typeof target === "string" ? target : withoutSources(target);
  }
  return published;
}
