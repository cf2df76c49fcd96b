import { describe, expect, test } from "vitest";
import { openStream, serve } from "../../peer.ts";
import { serveMcp } from "../mcp-peer.ts";
import { runMain } from "../run-main.ts";

describe("mcp-sse ping", () => {
  test("says who answers, and how quickly", async () => {
    const peer = await serveMcp();
    const { code, out, err } = await runMain(["ping", peer.url.href]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toMatch(/^peer 1 answers in [\d.]+ ms; the endpoint event came after [\d.]+ ms\n$/);
    expect(JSON.parse((await runMain(["ping", peer.url.href, "--json"])).out)).toEqual({
      server: { name: "peer", version: "1" },
      protocolVersion: "2024-11-05",
      endpointMs: expect.any(Number),
      pingMs: expect.any(Number),
    });
  });

  test.each([
    [401, "--bearer-env"],
    [404, "path"],
    [405, "Streamable HTTP"],
    [200, "Often it ends in /sse"],
  ])("explains a GET that is answered %s", async (status, hint) => {
    const { url } = await serve((_request, response) => response.writeHead(status).end("secret"));
    const { code, out, err } = await runMain([
      "ping",
      new URL("/x?key=secret", url).href,
      "-H",
      "x-key: secret",
    ]);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain(hint);
    expect(err).not.toContain("secret");
  });

  test("explains a server that is not there, and one that says nothing", async () => {
    expect(await runMain(["ping", "http://127.0.0.1:1/sse"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("doctor"),
    });
    const silent = await serveMcp(
      {},
      {
        get: (_request, response) =>
          response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders(),
      },
    );
    expect(await runMain(["ping", silent.url.href, "--timeout", "100ms"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("doctor"),
    });
    const mute = await serveMcp({ ping: () => undefined }, { get: openStream });
    expect(await runMain(["ping", mute.url.href, "--timeout", "300ms"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("no answer to ping within 300 ms"),
    });
  });
});
