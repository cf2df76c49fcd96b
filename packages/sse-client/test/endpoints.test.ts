// Endpoints that are none, over the wire: the client connects to nobody, and asks nobody but the server that it was given.

import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { verifies } from "@mcp-sse/testkit";
import { describe, expect, onTestFinished, vi } from "vitest";
import { connectSse } from "../src/connect.ts";
import { badEndpoints } from "./peer/bad-endpoints.ts";
import { branches } from "./peer/branches.ts";
import { block } from "./peer/events.ts";
import { openStream } from "./peer/server.ts";
import { serveSse } from "./peer/sse-server.ts";

/** The URL of every request that this process makes. */
function watchRequests(): string[] {
  const urls: string[] = [];
  const { fetch } = globalThis;
  const spy = vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    urls.push(input instanceof Request ? input.url : String(input));
    return fetch(input, init);
  });
  const onStart = (message: unknown): void => {
    const { request } = message as { request: { protocol: string; host: string; path: string } };
    urls.push(`${request.protocol}//${request.host}${request.path}`);
  };
  subscribe("http.client.request.start", onStart);
  onTestFinished(() => {
    spy.mockRestore();
    unsubscribe("http.client.request.start", onStart);
  });
  return urls;
}

describe.each(branches)("an endpoint event, over $name,", ({ options }) => {
  verifies(
    "client.endpoint.no-leak",
    "that names another origin or none fails to connect, and nothing is sent anywhere (X04, X06, X10)",
    async () => {
      let next = 0;
      const peer = await serveSse({
        onGet(_request, response) {
          openStream(response);
          response.write(block("endpoint", bad[next++] ?? "/fine"));
        },
      });
      // A line break in one is more than one line of a stream, and says something else.
      const bad = badEndpoints(new URL(peer.url)).filter((data) => !/[\r\n]/.test(data));
      expect(bad.length).toBeGreaterThanOrEqual(40);
      const asked = watchRequests();
      const auth = { token: () => "secret" };
      for (const data of bad) {
        await expect(connectSse(peer.url, { ...options, auth }), data).rejects.toMatchObject({
          code: "ERR_SSE_ENDPOINT_ORIGIN",
        });
      }
      expect(peer.received.map(({ method, target }) => `${method} ${target}`)).toEqual(
        bad.map(() => "GET /sse"),
      );
      expect(new Set(asked.map((url) => new URL(url).pathname))).toEqual(new Set(["/sse"]));
      expect(asked).toHaveLength(bad.length);
      const connection = await connectSse(peer.url, { ...options, auth });
      expect(connection.endpoint.pathname).toBe("/fine");
      await connection.close();
    },
    30_000,
  );
});
