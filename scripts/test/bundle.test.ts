// What users import: dist/, as vitest.config.ts has just had it written.

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { entriesOf, publicPackages, root } from "../workspace.mjs";

describe("the JavaScript of a public package", () => {
  test.each(publicPackages.map((pkg) => [pkg.folder, pkg] as const))(
    "%s is a few files, each of which imports what is there",
    (_folder, { dir, manifest }) => {
      const files = javascriptOf(join(dir, "dist"));
      const library = files.filter((file) => !file.startsWith("cli/"));
      // For Node and for others, where that differs: an entry, and at most as many files that entries share.
      const outputs = entriesOf(manifest).length * (manifest.imports === undefined ? 1 : 2);
      expect(library.length).toBeLessThanOrEqual(2 * outputs);
      for (const file of files) {
        const text = readFileSync(join(dir, "dist", file), "utf8");
        const relative = [...text.matchAll(/(?:from|import\(|require\() ?["`](\.{1,2}\/[^"`]+)["`]/g)].map(
          ([, path = ""]) => path,
        );
        const missing = relative.filter((path) => !existsSync(join(dir, "dist", file, "..", path)));
        expect([file, missing]).toEqual([file, []]);
        // Conditions were resolved, and nothing is loaded for the sake of being loaded.
        expect(text).not.toMatch(/from "#|^import "/m);
      }
    },
  );

  test("has one class for one error, whichever entry it is imported from", () => {
    const program = `
      import assert from "node:assert";
      import * as all from "mcp-sse";
      import * as client from "mcp-sse/client";
      import * as server from "mcp-sse/server";
      import { serveSse } from "mcp-sse/node";
      import { createSseHandler, SseServerError } from "@mcp-sse/sse-server";
      import { toNodeListener } from "@mcp-sse/sse-server/node";
      assert.equal(all.TransportError, client.TransportError);
      assert.equal(all.TransportError, server.TransportError);
      assert.equal(all.SseServerError, SseServerError);
      toNodeListener(createSseHandler(() => {}));
      toNodeListener(all.createSseHandler(() => {}));
      assert.equal(typeof serveSse, "function");`;
    execFileSync(process.execPath, ["--input-type=module", "--eval", program], {
      cwd: join(root, "packages/mcp-sse"),
    });
  });
});

function javascriptOf(dist: string): string[] {
  return readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((file) => /\.c?js$/.test(file));
}
