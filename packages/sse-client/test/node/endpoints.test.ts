// Endpoints that are none, where requests are made with node:http.

import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import { verifies } from "@mcp-sse/testkit";
import { describe, onTestFinished } from "vitest";
import { refuseEndpoints } from "../refuse-endpoints.ts";

/** The URL of every request that this process makes with node:http. */
function watchHttp(): string[] {
  const urls: string[] = [];
  const onStart = (message: unknown): void => {
    const { request } = message as { request: ClientRequest };
    urls.push(`${request.protocol}//${String(request.getHeader("host"))}${request.path}`);
  };
  subscribe("http.client.request.start", onStart);
  onTestFinished(() => void unsubscribe("http.client.request.start", onStart));
  return urls;
}

describe("an endpoint event, over node:http,", () => {
  verifies(
    "client.endpoint.no-leak",
    "that names another origin or none fails to connect, and nothing is sent anywhere (X04, X06, X10)",
    () => refuseEndpoints({}, watchHttp),
    30_000,
  );
});
