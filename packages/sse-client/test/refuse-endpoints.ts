// Endpoints that are none, over the wire: for the tests of each way to see what was asked.

import { expect } from "vitest";
import { connectSse } from "../src/connect.ts";
import type { SseClientOptions } from "../src/options.ts";
import { badEndpoints } from "./peer/bad-endpoints.ts";
import { block } from "./peer/events.ts";
import { openStream } from "./peer/server.ts";
import { serveSse } from "./peer/sse-server.ts";

/** Has a server name each bad endpoint: the client connects to nobody, and asks nobody but that server. */
export async function refuseEndpoints(
  options: SseClientOptions,
  /** Gives the URL of every request that is made from now on. */
  watchRequests: () => readonly string[],
): Promise<void> {
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
  expect(peer.received.map(({ method, target }) => `${method} ${target}`)).toEqual(bad.map(() => "GET /sse"));
  expect(asked).toEqual(bad.map(() => peer.url));
  const connection = await connectSse(peer.url, { ...options, auth });
  expect(connection.endpoint.pathname).toBe("/fine");
  await connection.close();
}
