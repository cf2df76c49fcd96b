import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { serveSse } from "../../../src/node/serve-sse.ts";
import { serveExpress } from "../../peer.ts";
import { createServer, versions } from "../../sdk.ts";
import { serveMcp } from "../mcp-peer.ts";
import { runMain } from "../run-main.ts";

const text = (value: string) => ({ content: [{ type: "text", text: value }] });

async function serve(version: "v1" | "v2"): Promise<string> {
  const server = await serveSse(() => createServer(version));
  onTestFinished(() => server.close());
  return server.url.href;
}

describe("mcp-sse call", () => {
  test.each(versions)(
    "calls a tool of an SDK server of %s, and shows its progress on stderr",
    async (version) => {
      const url = await serve(version);
      expect(await runMain(["call", url, "echo", '{"text":"é\\u001b[2J"}'])).toEqual({
        code: 0,
        out: "é\\x1b[2J\n",
        err: "",
      });
      expect(await runMain(["call", url, "burst", '{"count":3}'])).toEqual({
        code: 0,
        out: "done\n",
        err: "1\n2\n3\n",
      });
    },
  );

  test("reaches the SDK's own SSEServerTransport", async () => {
    const { url } = await serveExpress(SSEServerTransport as never, () => createServer("v1"));
    const { code, out } = await runMain(["call", url.href, "echo", '{"text":"x"}', "--json"]);
    expect([code, JSON.parse(out)]).toEqual([0, text("x")]);
  });

  test("takes arguments from a file, and from stdin", async () => {
    const url = await serve("v2");
    const dir = mkdtempSync(join(tmpdir(), "mcp-sse-"));
    onTestFinished(() => rmSync(dir, { recursive: true }));
    const file = join(dir, "arguments.json");
    writeFileSync(file, '\ufeff{"text":"from a file"}');
    expect((await runMain(["call", url, "echo", `@${file}`])).out).toBe("from a file\n");
    expect((await runMain(["call", url, "echo", "-"], { input: '{"text":"from stdin"}\n' })).out).toBe(
      "from stdin\n",
    );
  });

  test("asks any method, and lists the tools where none is named", async () => {
    const peer = await serveMcp({
      "resources/list": ({ params }) => ({ result: { got: { ...params, _meta: undefined } } }),
      "tools/list": () => ({ result: { tools: [{ name: "a" }] } }),
    });
    const { out } = await runMain(["call", peer.url.href, "resources/list", '{"cursor":"x"}', "--json"]);
    expect(JSON.parse(out)).toEqual({ got: { cursor: "x" } });
    expect((await runMain(["call", peer.url.href, "ping"])).out).toBe("{}\n");
    expect((await runMain(["call", peer.url.href])).out).toContain("\na\n");
    expect(JSON.parse((await runMain(["call", peer.url.href, "--json"])).out)).toEqual([{ name: "a" }]);
  });

  test("exits with 1 for the error of a tool, and still prints what it says", async () => {
    const peer = await serveMcp({ "tools/call": () => ({ result: { ...text("it broke"), isError: true } }) });
    expect(await runMain(["call", peer.url.href, "x"])).toMatchObject({ code: 1, out: "it broke\n" });
    const { code, out } = await runMain(["call", peer.url.href, "x", "--json"]);
    expect([code, JSON.parse(out).isError]).toEqual([1, true]);
  });

  test("exits with 1 for the error of a server, whose words move no cursor", async () => {
    const peer = await serveMcp({
      "tools/call": () => ({ error: { code: -32602, message: "no\u001b[2J\u009b2J" } }),
    });
    const { code, out, err } = await runMain(["call", peer.url.href, "x"]);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain("no\\x1b[2J\\x9b2J (-32602)");
  });

  test.each([["{"], ["[]"], ["7"], ["null"], ["@/none/such"], ["-"]])(
    "exits with 2 for arguments that are %s, and connects to nothing",
    async (json) => {
      const peer = await serveMcp();
      const { code } = await runMain(["call", peer.url.href, "x", json]);
      expect([code, peer.requests.length]).toEqual([2, 0]);
      expect((await runMain(["call", peer.url.href, "x", "{}", "more"])).code).toBe(2);
    },
  );
});
