// What users import: dist/, as vitest.config.ts has just had it written.

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseAst } from "vite";
import { describe, expect, test } from "vitest";
import { leavesOf, publicPackages, root } from "../workspace.mjs";

describe("the JavaScript of a public package", () => {
  test.each(publicPackages.map((pkg) => [pkg.folder, pkg] as const))(
    "%s is a few files, each of which imports what is there",
    (_folder, { dir, manifest }) => {
      const files = javascriptOf(join(dir, "dist"));
      const library = files.filter((file) => !file.startsWith("cli/"));
      // For Node and for others, where that differs: an entry, and at most as many files that entries share.
      const outputs = new Set(leavesOf(manifest.exports).map(({ file }) => file)).values();
      const entries = [...outputs].filter((file) => file.endsWith(".js"));
      expect(library.length).toBeLessThanOrEqual(2 * entries.length);
      for (const file of files) {
        const text = readFileSync(join(dir, "dist", file), "utf8");
        const relative = [...text.matchAll(/(?:from|import\(|require\() ?["`](\.{1,2}\/[^"`]+)["`]/g)].map(
          ([, path = ""]) => path,
        );
        const missing = relative.filter((path) => !existsSync(join(dir, "dist", file, "..", path)));
        expect([file, missing]).toEqual([file, []]);
        // Conditions were resolved, and nothing is loaded for the sake of being loaded.
        expect(text).not.toMatch(/from ?"#|^import ?"/m);
      }
    },
  );

  test("knows an error in each package that has its class", () => {
    const program = `
      import assert from "node:assert";
      import * as all from "mcp-sse";
      import * as client from "mcp-sse/client";
      import * as server from "mcp-sse/server";
      import * as jsonrpc from "@mcp-sse/jsonrpc";
      import * as sseClient from "@mcp-sse/sse-client";
      import * as sseCodec from "@mcp-sse/sse-codec";
      import * as sseServer from "@mcp-sse/sse-server";
      const homes = { all, client, server, jsonrpc, sseClient, sseCodec, sseServer };
      for (const [name, homesOfIt] of Object.entries({
        ConnectionClosedError: "all client server jsonrpc",
        EventStreamError: "all client server sseCodec",
        MessageDecodeError: "all client server jsonrpc",
        RpcError: "all client server jsonrpc",
        SseClientError: "all client sseClient",
        SseError: "all client",
        SseServerError: "all server sseServer",
        TransportError: "all client server",
        UnauthorizedError: "all client",
      })) {
        const classes = homesOfIt.split(" ").map((home) => homes[home][name]);
        for (const one of classes) {
          class Narrower extends one {}
          const error = new one("ERR_RPC_PARSE", "");
          for (const other of classes) {
            assert(error instanceof other, name);
            assert(new Narrower("ERR_RPC_PARSE", "") instanceof other, name);
            assert(!(new Error(name) instanceof other) && !(null instanceof other), name);
          }
          assert(!(error instanceof Narrower), name);
          const others = Object.keys(client).filter((key) => key.endsWith("Error") && key !== name);
          for (const key of others) assert(!(error instanceof client[key]), name + " is no " + key);
        }
      }
      // Of the facade itself there is one.
      for (const name of ["SSEClientTransport", "TransportError"]) assert.equal(all[name], client[name]);
      for (const name of ["SSEServerTransport", "SseServerError"]) assert.equal(all[name], server[name]);`;
    runIn(program);
  });

  test("serves with the listener of one entry the handler of another", () => {
    const program = `
      import assert from "node:assert";
      import * as all from "mcp-sse";
      import { serveSse } from "mcp-sse/node";
      import { createSseHandler, SseServerError } from "@mcp-sse/sse-server";
      import { toNodeListener } from "@mcp-sse/sse-server/node";
      assert.equal(all.SseServerError, SseServerError);
      toNodeListener(createSseHandler(() => {}));
      toNodeListener(all.createSseHandler(() => {}));
      assert.equal(typeof serveSse, "function");`;
    runIn(program);
  });
});

describe("the client half of mcp-sse on Node", () => {
  test("is one file", () => {
    const text = readFileSync(join(root, "packages/mcp-sse/dist/client.node.js"), "utf8");
    const imported = parseAst(text).body.filter((statement) => "source" in statement && statement.source);
    expect(imported).toEqual([]);
  });

  // Streams, requests, compression, Blob: each takes longer to load than this package, and most programs need few of them.
  test("makes Node load none of its own modules but those that any import needs", () => {
    const empty = join(mkdtempSync(join(tmpdir(), "empty-")), "empty.mjs");
    writeFileSync(empty, "");
    const program = `
      await import(${JSON.stringify(empty)});
      const before = new Set(process.moduleLoadList);
      await import("mcp-sse/client");
      console.log(process.moduleLoadList.filter((name) => !before.has(name)).join());`;
    const loaded = runIn(program);
    rmSync(dirname(empty), { recursive: true });
    expect(loaded).toBe("");
  });
});

/** Runs a module that imports what is built. */
function runIn(program: string): string {
  const args = ["--input-type=module", "--eval", program];
  return execFileSync(process.execPath, args, {
    cwd: join(root, "packages/mcp-sse"),
    encoding: "utf8",
  }).trim();
}

function javascriptOf(dist: string): string[] {
  return readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((file) => /\.c?js$/.test(file));
}
