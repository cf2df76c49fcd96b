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

  const SHAPE = "authorize must return { principal } or { refuse, wwwAuthenticate }, got";
  const HEADER = "authorize must return a header value as wwwAuthenticate; a 401 needs one that is not empty";

  test.each<[answer: unknown, text: string]>([
    [undefined, `${SHAPE} undefined`],
    [null, `${SHAPE} null`],
    [true, `${SHAPE} boolean`],
    ["alice", `${SHAPE} string`],
    [["alice"], `${SHAPE} array`],
    [{}, `${SHAPE} object`],
    [{ principal: 7 }, "authorize must return a string as principal, got number"],
    [{ principal: undefined }, "authorize must return a string as principal, got undefined"],
    [{ refuse: 500, wwwAuthenticate: "Bearer" }, "authorize must return 401 or 403 as refuse, got 500"],
    [{ refuse: "401", wwwAuthenticate: "Bearer" }, "authorize must return 401 or 403 as refuse, got string"],
    [{ refuse: undefined, principal: "a" }, "authorize must return 401 or 403 as refuse, got undefined"],
    [{ refuse: 401 }, "authorize must return a string as wwwAuthenticate, beside refuse, got undefined"],
    [{ refuse: 401, wwwAuthenticate: "" }, HEADER],
    [{ refuse: 401, wwwAuthenticate: "Bearer\r\nset-cookie: a=b" }, HEADER],
    [{ refuse: 403, wwwAuthenticate: "Bearer \u2028" }, HEADER],
  ])("takes %j for a failure, never for a yes, and says what is wrong with it", async (answer, text) => {
    expect(await authorizeRequest(requestWith(), () => answer as Authorization)).toMatchObject({
      refusal: { name: "AUTHORIZE_FAILED" },
      error: new TypeError(text),
    });
  });
});
