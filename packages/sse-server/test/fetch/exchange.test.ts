import { describe, expect, test, vi } from "vitest";
import { FetchExchange } from "../../src/fetch/exchange.ts";
import { REFUSALS } from "../../src/refusal.ts";

function exchangeOf(url: string, init?: RequestInit): { exchange: FetchExchange; responses: Response[] } {
  const responses: Response[] = [];
  const exchange = new FetchExchange(new Request(url, init), (response) => responses.push(response));
  return { exchange, responses };
}

describe("FetchExchange", () => {
  test.each([
    ["http://localhost:3000/sse?a=b&c", "/sse?a=b&c"],
    ["http://localhost", "/"],
    ["http://localhost//evil", "//evil"],
    ["http://localhost/a?x=//y#z", "/a?x=//y"],
    ["http://localhost/#/x", "/"],
  ])("gives the target of %s", (url, target) => {
    expect(exchangeOf(url).exchange.target).toBe(target);
  });

  test("takes Host from the headers, or from the URL where a platform took it off", () => {
    expect(exchangeOf("http://localhost:3000/").exchange.header("host")).toBe("localhost:3000");
    const { exchange } = exchangeOf("http://localhost:3000/", {
      headers: { host: "evil", origin: "http://a" },
    });
    expect(exchange.header("host")).toBe("evil");
    expect([exchange.occurrences("host"), exchange.occurrences("origin")]).toEqual([1, 1]);
    expect([exchange.header("x-none"), exchangeOf("http://a/").exchange.occurrences("origin")]).toEqual([
      undefined,
      0,
    ]);
  });

  test("counts combined fields", () => {
    const headers = new Headers([
      ["origin", "http://a"],
      ["origin", "http://a"],
    ]);
    expect(exchangeOf("http://localhost/", { headers }).exchange.occurrences("origin")).toBe(2);
  });

  test("gives the application its own request", () => {
    const { exchange } = exchangeOf("http://localhost/sse?a=1", { headers: { "x-one": "1" } });
    expect(exchange.request.url.href).toBe("http://localhost/sse?a=1");
    expect(exchange.request.headers.get("x-one")).toBe("1");
    expect(exchange.request).toMatchObject({ method: "GET", remoteAddress: undefined, authInfo: undefined });
  });

  test("answers with status, headers and body, and asks the platform to close where it must", async () => {
    const { exchange, responses } = exchangeOf("http://localhost/", { method: "POST", body: "x" });
    expect(exchange.hasUnreadBody()).toBe(true);
    exchange.answer(REFUSALS.BODY_TOO_LARGE);
    // A platform that is answered with bytes unread resets the connection, and the client may never see the answer.
    expect(responses).toEqual([]);
    await vi.waitFor(() => expect(responses.length).toBe(1));
    expect(exchange.hasUnreadBody()).toBe(false);
    expect(responses[0]?.status).toBe(413);
    expect(responses[0]?.headers.get("connection")).toBe("close");
    expect(await responses[0]?.text()).toBe(REFUSALS.BODY_TOO_LARGE.body);
  });

  test("has no body to answer a HEAD with", () => {
    const { exchange, responses } = exchangeOf("http://localhost/", { method: "HEAD" });
    expect(exchange.hasUnreadBody()).toBe(false);
    exchange.answer(REFUSALS.METHOD_NOT_ALLOWED);
    expect([responses[0]?.body, responses[0]?.headers.get("connection")]).toEqual([null, null]);
  });

  test("is abandoned when the request's signal says so", () => {
    const controller = new AbortController();
    const { exchange } = exchangeOf("http://localhost/", { signal: controller.signal });
    const signal = exchange.abandoned();
    controller.abort();
    expect(signal.aborted).toBe(true);
  });
});
