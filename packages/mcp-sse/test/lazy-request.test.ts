import { describe, expect, test, vi } from "vitest";
import { lazyRequest } from "../src/lazy-request.ts";

const head = {
  method: "POST",
  url: new URL("http://127.0.0.1:1234/messages?sessionId=x"),
  headers: new Headers({ "x-test": "a", authorization: "Bearer b" }),
};

describe("a lazy request", () => {
  test("answers method, url and headers without making a Request", () => {
    let made = 0;
    class CountedRequest extends Request {
      constructor(...args: ConstructorParameters<typeof Request>) {
        super(...args);
        made += 1;
      }
    }
    vi.stubGlobal("Request", CountedRequest);
    try {
      const request = lazyRequest(head);
      expect([request.method, request.url]).toEqual(["POST", head.url.href]);
      expect(request.headers.get("X-Test")).toBe("a");
      expect(made).toBe(0);
      expect([request.redirect, request.bodyUsed]).toEqual(["follow", false]);
      expect(made).toBe(1);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test("is a Request to those who ask, with every member of one", async () => {
    const request = lazyRequest(head);
    expect(request).toBeInstanceOf(Request);
    for (const key of Object.keys(Object.getOwnPropertyDescriptors(Request.prototype))) {
      expect([key, Reflect.get(request, key) === undefined]).toEqual([
        key,
        Reflect.get(new Request(head.url), key) === undefined,
      ]);
    }
    expect(request.signal.aborted).toBe(false);
    expect(request.body).toBeNull();
    expect(await request.text()).toBe("");
  });

  test("has a clone that is a plain Request", async () => {
    const copy = new Request(lazyRequest(head).clone());
    expect([copy.method, copy.url, copy.headers.get("authorization")]).toEqual([
      "POST",
      head.url.href,
      "Bearer b",
    ]);
  });
});
