import { withDpopFromProvider } from "@modelcontextprotocol/client";
import { auth } from "@modelcontextprotocol/sdk/client/auth.js";
import { afterEach, describe, expect, test, vi } from "vitest";
import { loadSdkAuth } from "../src/sdk-auth.ts";

const provider = { tokens: () => undefined, clientInformation: () => undefined };

describe("loadSdkAuth", () => {
  afterEach(() => {
    vi.doUnmock("@modelcontextprotocol/sdk/client/auth.js");
    vi.doUnmock("@modelcontextprotocol/client");
    vi.resetModules();
  });

  test("takes v1, and v2 for what only it can do", async () => {
    expect((await loadSdkAuth(provider)).auth).toBe(auth);
    const withDpop = await loadSdkAuth({ ...provider, dpop: () => undefined });
    expect(withDpop.withDpopFromProvider).toBe(withDpopFromProvider);
    expect(await loadSdkAuth(provider, "https://issuer.example")).toBe(withDpop);
  });

  test("takes the other version where one is missing, and says what to install where both are", async () => {
    const missing = () => {
      throw new Error("not installed");
    };
    vi.doMock("@modelcontextprotocol/sdk/client/auth.js", missing);
    expect((await loadSdkAuth(provider)).withDpopFromProvider).toBeTypeOf("function");
    vi.doMock("@modelcontextprotocol/client", missing);
    vi.resetModules();
    await expect(loadSdkAuth(provider)).rejects.toMatchObject({ code: "ERR_TRANSPORT_NO_SDK" });
  });
});
