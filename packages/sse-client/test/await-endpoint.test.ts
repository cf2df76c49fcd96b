import type { CloseReason } from "@mcp-sse/jsonrpc";
import { verifies } from "@mcp-sse/testkit";
import { describe, expect, test } from "vitest";
import { awaitEndpoint, endpointOf, type StreamReceiver } from "../src/await-endpoint.ts";
import { connectSse } from "../src/connect.ts";
import type { BodySink, HttpAnswer } from "../src/http.ts";
import { badEndpoints } from "./peer/bad-endpoints.ts";
import { branches } from "./peer/branches.ts";
import { block } from "./peer/events.ts";
import { openStream, serve } from "./peer/server.ts";
import { serveSse } from "./peer/sse-server.ts";

const BASE = new URL("https://host.example:8443/mcp/sse?key=1");

function resolved(data: string, base = BASE): string {
  return endpointOf({ event: "endpoint", data }, base).href;
}

describe("endpointOf", () => {
  describe("takes", () => {
    const origin = "https://host.example:8443";
    verifies("client.endpoint.resolve", "what RFC 3986 resolves to the same origin", () => {
      const cases: readonly (readonly [data: string, href: string])[] = [
        ["/messages?sessionId=1", `${origin}/messages?sessionId=1`],
        ["messages", `${origin}/mcp/messages`],
        ["./messages", `${origin}/mcp/messages`],
        ["../messages", `${origin}/messages`],
        ["?sessionId=1", `${origin}/mcp/sse?sessionId=1`],
        [".", `${origin}/mcp/`],
        [`${origin}/m`, `${origin}/m`],
        ["HTTPS://HOST.EXAMPLE:8443/m", `${origin}/m`],
        ["//host.example:8443/m", `${origin}/m`],
        ["https:m", `${origin}/mcp/m`],
        ["  /m \r\n", `${origin}/m`],
        ["/m?x=1#part", `${origin}/m?x=1`],
        ["/m?next=http://other.example/", `${origin}/m?next=http://other.example/`],
        ["/%2F%2Fevil.example", `${origin}/%2F%2Fevil.example`],
        ["/é?q=中", `${origin}/%C3%A9?q=%E4%B8%AD`],
        ["/a/../../..//evil.example/x", `${origin}//evil.example/x`],
      ];
      expect(cases.map(([data]) => [data, resolved(data)])).toEqual(cases);
    });

    test("the default port, written or not, and IPv6 addresses (X06)", () => {
      expect(resolved("https://h:443/m", new URL("https://h/sse"))).toBe("https://h/m");
      expect(resolved("http://h/m", new URL("http://h:80/sse"))).toBe("http://h/m");
      expect(resolved("http://[::1]:8080/m", new URL("http://[::1]:8080/sse"))).toBe("http://[::1]:8080/m");
      expect(resolved("http://[0:0::1]:8080/m", new URL("http://[::1]:8080/sse"))).toBe(
        "http://[::1]:8080/m",
      );
    });
  });

  test.each(badEndpoints(BASE))("refuses %j (X04, X10)", (data) => {
    expect(() => endpointOf({ event: "endpoint", data }, BASE)).toThrow(
      expect.objectContaining({ name: "SseClientError", code: "ERR_SSE_ENDPOINT_ORIGIN" }),
    );
  });

  test.each([
    ["http://h:80/m", "https://h:443/sse"],
    ["https://h:443/m", "http://h:80/sse"],
    ["http://127.0.0.1:1/m", "http://localhost:1/sse"],
    ["http://[::2]:8080/m", "http://[::1]:8080/sse"],
  ])("refuses %s for %s (X06)", (data, base) => {
    expect(() => endpointOf({ event: "endpoint", data }, new URL(base))).toThrow(
      expect.objectContaining({ code: "ERR_SSE_ENDPOINT_ORIGIN" }),
    );
  });

  test("says nothing of what the event held", () => {
    const data = "https://user:secret@other.example/m?sessionId=4WVKDJ";
    const error = caught(() => endpointOf({ event: "endpoint", data }, BASE));
    expect(String(error)).not.toMatch(/secret|other|4WVKDJ/);
  });

  test.each(["message", "Endpoint", "endpoint ", undefined])("refuses an event of type %j", (event) => {
    expect(() => endpointOf({ data: "/m", ...(event !== undefined && { event }) }, BASE)).toThrow(
      expect.objectContaining({ code: "ERR_SSE_FIRST_EVENT" }),
    );
  });
});

describe("awaitEndpoint", () => {
  interface Played {
    readonly opened: string[];
    readonly events: string[];
    readonly ends: CloseReason[];
    sink: BodySink;
    outcome: Promise<unknown>;
  }

  function play(maxEventBytes = 1_000): Played {
    const played = {
      opened: [] as string[],
      events: [] as string[],
      ends: [] as CloseReason[],
    } as unknown as Played;
    const flow = { pause() {}, resume() {} };
    const answer = {
      read(sink: BodySink) {
        played.sink = sink;
        return flow;
      },
    } as unknown as HttpAnswer;
    const opening = awaitEndpoint(answer, BASE, maxEventBytes, (endpoint, given) => {
      expect(given).toBe(flow);
      played.opened.push(endpoint.pathname);
      const receiver: StreamReceiver = {
        event: ({ data }) => played.events.push(data),
        end: (reason) => played.ends.push(reason),
      };
      return { connection: endpoint, receiver };
    });
    played.outcome = opening.catch((error: unknown) => error);
    return played;
  }

  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

  verifies("client.endpoint.first", "passes over comments and blocks without data", async () => {
    const played = play();
    played.sink.chunk(
      bytes(": hello\n\nid: 1\n\nretry: 5\n\nevent: message\n\nevent: endpoint\ndata: /m\n\n"),
    );
    await played.outcome;
    expect(played.opened).toEqual(["/m"]);
  });

  test("hands over what follows, in the same chunk too, and the end", async () => {
    const played = play();
    played.sink.chunk(bytes("event: endpoint\ndata: /m\n\ndata: 1\n\ndata: 2"));
    played.sink.chunk(bytes("\n\n"));
    played.sink.end({ code: "peer" });
    await played.outcome;
    expect(played).toMatchObject({ opened: ["/m"], events: ["1", "2"], ends: [{ code: "peer" }] });
  });

  test.each<[what: string, text: string, reason: CloseReason | undefined, code: string]>([
    ["an end", ": nothing\n\n", { code: "peer" }, "ERR_SSE_NO_ENDPOINT"],
    [
      "an end within the endpoint event",
      "event: endpoint\ndata: /m\n",
      { code: "peer" },
      "ERR_SSE_NO_ENDPOINT",
    ],
    ["a break", "event: endp", { code: "network", cause: new Error("reset") }, "ERR_SSE_NETWORK"],
    ["an invalid encoding", "", { code: "protocol", cause: new Error("gzip") }, "ERR_SSE_NO_ENDPOINT"],
    ["an event that is too large", `data: ${"x".repeat(2_000)}`, undefined, "ERR_SSE_NO_ENDPOINT"],
    ["a message first", "data: {}\n\nevent: endpoint\ndata: /m\n\n", undefined, "ERR_SSE_FIRST_EVENT"],
    ["a foreign endpoint", "event: endpoint\ndata: //x\n\n", undefined, "ERR_SSE_ENDPOINT_ORIGIN"],
  ])("rejects at %s", async (_what, text, reason, code) => {
    const played = play();
    played.sink.chunk(bytes(text));
    if (reason !== undefined) played.sink.end(reason);
    expect(await played.outcome).toMatchObject({ name: "SseClientError", code });
    expect(played).toMatchObject({ opened: [], events: [] });
  });

  test("keeps the cause of a break", async () => {
    const cause = new Error("reset");
    const played = play();
    played.sink.end({ code: "network", cause });
    expect(await played.outcome).toMatchObject({ code: "ERR_SSE_NETWORK", cause });
  });

  test("ends with protocol at an event past the limit, after what came before it", async () => {
    const played = play();
    played.sink.chunk(bytes(`event: endpoint\ndata: /m\n\ndata: 1\n\ndata: ${"x".repeat(2_000)}`));
    await played.outcome;
    expect(played.events).toEqual(["1"]);
    expect(played.ends).toMatchObject([{ code: "protocol", cause: { code: "ERR_SSE_EVENT_TOO_LARGE" } }]);
  });
});

describe.each(branches)("a server with a foreign endpoint, over $name,", ({ options }) => {
  verifies(
    ["client.endpoint.origin", "client.endpoint.no-leak"],
    "gets nothing sent to that origin, and its stream is closed (X04)",
    async () => {
      const other = await serve((_request, response) => response.writeHead(202).end());
      for (const endpoint of [
        `${other.origin}/x`,
        `//127.0.0.1:${other.port}/x`,
        `\\\\127.0.0.1:${other.port}\\x`,
      ]) {
        const peer = await serveSse({ endpoint });
        const attempt = connectSse(peer.url, { ...options, headers: { authorization: "Bearer secret" } });
        await expect(attempt).rejects.toMatchObject({ code: "ERR_SSE_ENDPOINT_ORIGIN" });
        await new Promise((resolve) =>
          peer.stream.destroyed ? resolve(0) : peer.stream.once("close", resolve),
        );
        expect(peer.received).toHaveLength(1);
      }
      expect(other.connections).toBe(0);
    },
  );

  test("is refused in the first event of another type, with its stream closed", async () => {
    const peer = await serve((_request, response) => {
      openStream(response);
      response.write(block("message", "{}"));
      response.once("close", () => closed.push("closed"));
    });
    const closed: string[] = [];
    await expect(connectSse(`${peer.origin}/sse`, options)).rejects.toMatchObject({
      code: "ERR_SSE_FIRST_EVENT",
    });
    await expect.poll(() => closed).toEqual(["closed"]);
  });
});

function caught(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}
