import { describe, expect, test } from "vitest";
import { authorizeRequest } from "../src/authorize.ts";
import type { Authorization } from "../src/options.ts";
import type { SseRequest } from "../src/request.ts";
import { FakeExchange } from "./support/exchange.ts";

const requestWith = (authInfo?: unknown): SseRequest => new FakeExchange({ authInfo }).request;

describe("authorizeRequest", () => {
  test("takes the principal of what a middleware left, without authorize", () => {
    expect(authorizeRequest(requestWith({ clientId: "alice", token: "t" }), undefined)).toEqual({
      principal: "alice",
    });
    for (const authInfo of [undefined, null, "alice", {}, { clientId: 7 }]) {
      expect(authorizeRequest(requestWith(authInfo), undefined)).toEqual({ principal: undefined });
    }
  });

  test("takes principal and authInfo of authorize, sync or not", async () => {
    const request = requestWith({ clientId: "middleware" });
    const authorized = await authorizeRequest(request, async () => ({
      principal: "bob",
      authInfo: { a: 1 },
    }));
    expect(authorized).toEqual({ principal: "bob" });
    expect(request.authInfo).toEqual({ a: 1 });
    expect(await authorizeRequest(requestWith(), () => ({ principal: "" }))).toEqual({ principal: "" });
  });

  test("keeps a middleware's authInfo where authorize gives none", async () => {
    const request = requestWith({ clientId: "middleware" });
    await authorizeRequest(request, () => ({ principal: "bob" }));
    expect(request.authInfo).toEqual({ clientId: "middleware" });
  });

  test.each([401, 403] as const)("refuses with %i and its WWW-Authenticate", async (refuse) => {
    const authorized = await authorizeRequest(requestWith(), () => ({ refuse, wwwAuthenticate: "Bearer" }));
    expect(authorized).toMatchObject({
      refusal: { status: refuse, headers: { "www-authenticate": "Bearer" } },
    });
  });

  test("hands on what authorize throws, whatever it is", async () => {
    const error = new Error("the database is down");
    const throwing = (): Authorization => {
      throw error;
    };
    const refused = { refusal: { name: "AUTHORIZE_FAILED", status: 500 }, error };
    expect(await authorizeRequest(requestWith(), throwing)).toMatchObject(refused);
    expect(await authorizeRequest(requestWith(), () => Promise.reject(error))).toMatchObject(refused);
  });

  test.each([
    undefined,
    null,
    "alice",
    {},
    { principal: 7 },
    { refuse: 500, wwwAuthenticate: "Bearer" },
    { refuse: 401, wwwAuthenticate: "" },
    { refuse: 401 },
    { refuse: 401, wwwAuthenticate: "Bearer\r\nset-cookie: a=b" },
    { refuse: 403, wwwAuthenticate: "Bearer \u2028" },
  ])("takes %j for a failure, never for a yes", async (answer) => {
    expect(await authorizeRequest(requestWith(), () => answer as unknown as Authorization)).toMatchObject({
      refusal: { name: "AUTHORIZE_FAILED" },
      error: expect.any(TypeError),
    });
  });
});
