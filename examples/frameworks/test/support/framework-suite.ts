// What a framework must leave as it is. Everything is looked at from the client's end, so that a server in another
// process, or in another runtime, is held to the very same.

import { within } from "@mcp-sse/testkit";
import { connectRaw } from "@mcp-sse/testkit/node";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { connectSdk, type SdkClient, type Version, versions } from "./clients.ts";
import type { Served, Subject } from "./subject.ts";
import { http1Wire, http2Wire, type Wire } from "./wire.ts";

const MIB = 1024 * 1024;
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const JSON_TYPE = { "content-type": "application/json" };

/** Registers the suite for one subject; it is served once, and its last test stops it. */
export function frameworkSuite(subject: Subject): void {
  describe(subject.name, () => {
    let served: Served;
    let wire: Wire;

    beforeAll(async () => {
      served = await subject.serve();
      wire = subject.http2 ? http2Wire(served.url.host) : http1Wire(served.url.host);
    });
    afterAll(() => {
      wire.close();
      return served.close();
    });

    async function connect(version: Version): Promise<SdkClient> {
      const client = await connectSdk(version, served.url, wire.fetch);
      onTestFinished(() => client.close());
      return client;
    }

    /** Opens a session by hand: the head of its answer, its endpoint event, and its end in good order. */
    async function open() {
      const leaving = new AbortController();
      onTestFinished(() => leaving.abort());
      const response = await wire.fetch(served.url, { signal: leaving.signal });
      const reader = (response.body as ReadableStream<BufferSource>)
        .pipeThrough(new TextDecoderStream())
        .getReader();
      let text = "";
      while (!text.includes("\n\n")) text += (await reader.read()).value ?? "";
      const endpoint = /^event: endpoint\ndata: (.*)\n\n/.exec(text)?.[1] ?? "";
      return {
        response,
        endpoint,
        leave: () => leaving.abort(),
        async ended() {
          while (!(await reader.read()).done);
        },
      };
    }

    const post = (target: string, body: string, headers: Record<string, string> = JSON_TYPE) =>
      wire.ask({ method: "POST", target, body, headers });

    test("opens an event stream that nothing on the way is to hold back or to change", async () => {
      const { response } = await open();
      expect(response.status).toBe(200);
      const { headers } = response;
      expect(headers.get("content-type")).toMatch(/^text\/event-stream\b/);
      expect(headers.get("content-encoding")).toBe(null);
      expect(headers.get("cache-control")).toContain("no-transform");
      expect(headers.get("x-accel-buffering")).toBe(subject.behindNginx ? null : "no");
      // "An endpoint MUST NOT generate an HTTP/2 message containing connection-specific header fields" (RFC 9113 §8.2.2).
      if (subject.http2)
        expect([headers.get("connection"), headers.get("transfer-encoding")]).toEqual([null, null]);
    });

    test("names its own path for the POSTs, mounts included", async () => {
      const { endpoint } = await open();
      expect(endpoint).toMatch(new RegExp(`^${served.url.pathname}\\?sessionId=[\\w.-]{22,}$`));
    });

    if (!subject.http2 && !subject.overFetch) {
      test("sends head and endpoint event in one packet", async () => {
        const connection = await connectRaw(served.url);
        onTestFinished(() => connection.destroy());
        connection.send({ target: served.url.pathname });
        await connection.stream();
        expect(connection.firstChunk.toString()).toMatch(
          /^HTTP\/1\.1 200 [\s\S]*\r\n\r\n[\s\S]*event: endpoint\n/,
        );
      });
    }

    for (const version of versions) {
      test(`sends each event when it is written, to the SDK's ${version} client`, async () => {
        const client = await connect(version);
        const steps: number[] = [];
        // The server writes the next step when it is told that this one was seen: whatever is held back stays away.
        const answer = client.call("count", { to: 5 }, (progress) => {
          steps.push(progress);
          void client.call("seen");
        });
        expect(await answer).toBe("5");
        expect(steps).toEqual([1, 2, 3, 4, 5]);
      });
    }

    test("holds two sessions apart", async () => {
      const clients = [await connect("v1"), await connect("v2")];
      const sent = Array.from({ length: 20 }, (_, length) => length);
      const answers = await Promise.all(
        clients.map((client) =>
          Promise.all(sent.map((length) => client.call("length", { of: "x".repeat(length) }))),
        ),
      );
      expect(answers).toEqual(clients.map(() => sent.map(String)));
    });

    test("takes a body of 4 MiB less one byte, and of 4 MiB, and of no byte more", async () => {
      const { endpoint } = await open();
      const [before, after] = ['{"jsonrpc":"2.0","method":"x","params":{"of":"', '"}}'];
      const statusOf = async (bytes: number): Promise<number> => {
        const body = before + "x".repeat(bytes - before.length - after.length) + after;
        return (await post(endpoint, body)).status;
      };
      expect(await statusOf(4 * MIB - 1)).toBe(202);
      expect(await statusOf(4 * MIB)).toBe(202);
      expect(await statusOf(4 * MIB + 1)).toBe(413);
    });

    test("hands a large argument on whole", async () => {
      const client = await connect("v2");
      expect(await client.call("length", { of: "é".repeat(MIB) })).toBe(String(MIB));
    });

    test("refuses what the handler refuses", async () => {
      const { endpoint } = await open();
      const path = served.url.pathname;
      const get = (headers: Record<string, string>) => wire.ask({ method: "GET", target: path, headers });
      expect((await get({ host: "evil.example" })).status).toBe(403);
      expect((await get({ origin: "http://evil.example" })).status).toBe(403);
      expect((await get({ accept: "application/json" })).status).toBe(406);
      expect((await post(endpoint, PING, { ...JSON_TYPE, host: "evil.example" })).status).toBe(403);
      expect((await post(endpoint, PING, { "content-type": "text/plain" })).status).toBe(415);
      expect((await post(endpoint, PING, {})).status).toBe(415);
      expect((await post(endpoint, "[]")).status).toBe(400);
      expect((await post(`${path}?sessionId=unknown`, PING)).status).toBe(404);
      expect((await post(path, PING)).status).toBe(400);
      expect((await wire.ask({ method: "DELETE", target: path })).status).toBe(405);
      expect((await post(endpoint, PING)).status).toBe(202);
    });

    test("answers a preflight", async () => {
      const answer = await wire.ask({
        method: "OPTIONS",
        target: served.url.pathname,
        headers: { origin: "https://app.example.com", "access-control-request-method": "POST" },
      });
      expect([answer.status, answer.header("access-control-allow-origin")]).toEqual([
        204,
        "https://app.example.com",
      ]);
    });

    test("ends the session of a client that leaves", async () => {
      const { leave, endpoint } = await open();
      const probe = subject.noticesAtWrite ? PING : '{"jsonrpc":"2.0","method":"note"}';
      expect((await post(endpoint, probe)).status).toBe(202);
      leave();
      const gone = async (): Promise<void> => {
        while ((await post(endpoint, probe)).status === 202);
      };
      await within(gone(), "the end of the session");
      expect((await post(endpoint, probe)).status).toBe(404);
    });

    test("ends every stream when the handler is closed, and takes no new session", async () => {
      const client = await connect("v2");
      const sessions = [await open(), await open()];
      expect(await client.call("stop")).toBe("stopping");
      await within(Promise.all(sessions.map(({ ended }) => ended())), "the end of the streams");
      expect((await wire.ask({ method: "GET", target: served.url.pathname })).status).toBe(503);
      for (const { endpoint } of sessions) expect([404, 503]).toContain((await post(endpoint, "{}")).status);
    });
  });
}
