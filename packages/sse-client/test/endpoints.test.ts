// Endpoints that are none, where requests are made with `fetch`; node/endpoints.test.ts has those of node:http.

import { verifies } from "@mcp-sse/testkit";
import { describe, onTestFinished, vi } from "vitest";
import { branches } from "./peer/branches.ts";
import { isNodeHttp } from "./peer/platform.ts";
import { refuseEndpoints } from "./refuse-endpoints.ts";

/** The URL of every request that is made with a `fetch`. */
function watchFetch(): string[] {
  const urls: string[] = [];
  const { fetch } = globalThis;
  const spy = vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    urls.push(input instanceof Request ? input.url : String(input));
    return fetch(input, init);
  });
  onTestFinished(() => spy.mockRestore());
  return urls;
}

const withFetch = branches.filter(({ options }) => !isNodeHttp || options.fetch !== undefined);

describe.each(withFetch)("an endpoint event, over $name,", ({ options }) => {
  verifies(
    "client.endpoint.no-leak",
    "that names another origin or none fails to connect, and nothing is sent anywhere (X04, X06, X10)",
    () => refuseEndpoints(options, watchFetch),
    30_000,
  );
});
