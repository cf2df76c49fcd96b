// Every relative link of every document leads somewhere.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../workspace.mjs";

const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
});
const documents = tracked
  .split("\n")
  .filter((file) => /\.md$|^llms\.txt$/.test(file) && existsSync(join(root, file)));

describe("the documents", () => {
  test.each(documents)("of %s link to files and headings that are there", (file) => {
    const broken = linksOf(file).filter(({ path, anchor }) => {
      const target = path === "" ? join(root, file) : join(root, dirname(file), path);
      if (!existsSync(target)) return true;
      return anchor !== undefined && !anchorsOf(target).has(anchor);
    });
    expect(broken).toEqual([]);
  });

  test("of docs/ are all in its index", () => {
    const index = new Set(linksOf("docs/README.md").map(({ path }) => `docs/${path}`));
    const missing = documents.filter((file) => /^docs\/(?!README)/.test(file) && !index.has(file));
    expect(missing).toEqual([]);
  });

  test("for machines are listed in llms.txt: every README of a package, and every page of docs/", () => {
    const listed = new Set(linksOf("llms.txt").map(({ path }) => path));
    const wanted = documents.filter((file) => /^(packages\/[^/]+\/README|docs\/.+)\.md$/.test(file));
    const missing = wanted.filter((file) => !listed.has(file) && !file.startsWith("packages/testkit/"));
    expect(missing).toEqual([]);
  });
});

interface Link {
  readonly path: string;
  readonly anchor: string | undefined;
}

/** The relative links of a document, those in code blocks excepted. */
function linksOf(file: string): Link[] {
  const text = readFileSync(join(root, file), "utf8").replace(/^(`{3,}).*?^\1/gms, "");
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = "", anchor] = target.split("#");
      return { path, anchor };
    });
}

/** The anchors that a reader on a code host sees: each heading in lower case, hyphenated, without punctuation. */
function anchorsOf(file: string): Set<string> {
  const headings = readFileSync(file, "utf8").matchAll(/^#+ +(.+)$/gm);
  return new Set(
    [...headings].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}
