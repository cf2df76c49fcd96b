import { StreamableHTTPClientTransport as V2 } from "@modelcontextprotocol/client";
import { StreamableHTTPClientTransport as V1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterEach, describe, expect, test, vi } from "vitest";
import { loadStreamableHttp } from "../src/sdk-streamable-http.ts";
import { createClient } from "./sdk.ts";

describe("loadStreamableHttp", () => {
  afterEach(() => {
    vi.doUnmock("@modelcontextprotocol/sdk/client/streamableHttp.js");
    vi.doUnmock("@modelcontextprotocol/client");
    vi.resetModules();
  });

  test("takes the version of the client", async () => {
    expect((await loadStreamableHttp(createClient("v1"))).StreamableHTTPClientTransport).toBe(V1);
    expect((await loadStreamableHttp(createClient("v2"))).StreamableHTTPClientTransport).toBe(V2);
  });

  test("takes the other version where one is missing, and says what to install where both are", async () => {
    const missing = () => {
      throw new Error("not installed");
    };
    vi.doMock("@modelcontextprotocol/sdk/client/streamableHttp.js", missing);
    expect(await loadStreamableHttp({})).toHaveProperty("Client");
    vi.doMock("@modelcontextprotocol/client", missing);
    vi.resetModules();
    await expect(loadStreamableHttp({})).rejects.toMatchObject({ code: "ERR_TRANSPORT_NO_SDK" });
  });
});
