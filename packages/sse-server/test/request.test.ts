import { describe, expect, test } from "vitest";
import { createRequest, type SseRequest, setAuthInfo } from "../src/request.ts";

describe("createRequest", () => {
  test("builds URL and headers when they are first read, once", () => {
    let built = 0;
    const request = createRequest({
      method: "POST",
      target: "/sse?a=1",
      remoteAddress: "127.0.0.1",
      authInfo: undefined,
      origin: () => "https://my.host:8443",
      headers: () => {
        built++;
        return new Headers({ "x-one": "1" });
      },
    });
    expect(built).toBe(0);
    expect(request.url.href).toBe("https://my.host:8443/sse?a=1");
    expect(request.url).toBe(request.url);
    expect(request.headers.get("x-one")).toBe("1");
    expect(request.headers).toBe(request.headers);
    expect(built).toBe(1);
    expect(request).toMatchObject({ method: "POST", target: "/sse?a=1", remoteAddress: "127.0.0.1" });
  });
});

describe("setAuthInfo", () => {
  const source = {
    method: "GET",
    target: "/",
    remoteAddress: undefined,
    authInfo: { from: "middleware" },
    origin: () => "http://localhost",
    headers: () => new Headers(),
  };

  test("replaces what a middleware left", () => {
    const request = createRequest(source);
    expect(request.authInfo).toEqual({ from: "middleware" });
    setAuthInfo(request, { from: "authorize" });
    expect(request.authInfo).toEqual({ from: "authorize" });
  });

  test("leaves a request of another maker alone", () => {
    const foreign = Object.freeze({ authInfo: 1 }) as unknown as SseRequest;
    setAuthInfo(foreign, 2);
    expect(foreign.authInfo).toBe(1);
  });
});
