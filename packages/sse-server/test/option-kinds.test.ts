import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { memoryBus } from "../src/memory-bus.ts";
import { checkHandlerKinds, checkObserver, checkOptions, checkText } from "../src/option-kinds.ts";
import type { SseHandlerOptions } from "../src/options.ts";

describe("checkHandlerKinds", () => {
  test.each<[option: string, value: unknown]>([
    ["allowedHosts", "example.com"],
    ["allowedHosts", [5]],
    ["allowedHosts", {}],
    ["allowedHosts", null],
    ["allowedOrigins", "https://x.example"],
    ["allowedOrigins", [new URL("https://x.example")]],
    ["allowedOrigins", "any"],
    ["cors", "yes"],
    ["cors", null],
    ["cors", ["https://x.example"]],
    ["authorize", 5],
    ["authorize", { principal: "alice" }],
    ["authorize", null],
    ["endpoint", 5],
    ["endpoint", {}],
    ["endpoint", null],
    ["trustForwardedPrefix", "/mcp"],
    ["sessionParam", 5],
    ["sessionParam", null],
    ["bus", {}],
    ["bus", { ...memoryBus(), deliver: undefined }],
    ["bus", memoryBus],
    ["observer", 5],
    ["observer", null],
    ["observer", () => undefined],
  ])("throws a TypeError that names %s and the value: %o", (option, value) => {
    const checkIt = (): void => checkHandlerKinds({ [option]: value } as SseHandlerOptions);
    const shown = typeof value === "string" ? `"${value}"` : typeof value === "number" ? String(value) : "";
    expect(checkIt).toThrow(TypeError);
    expect(checkIt).toThrow(`${option} must be `);
    expect(checkIt).toThrow(`, got ${shown}`);
  });

  test.each<[option: string, options: object]>([
    ["cors.credentials", { cors: { credentials: "include" } }],
    ["cors.allowHeaders", { cors: { allowHeaders: "x-tenant" } }],
    ["cors.maxAgeSeconds", { cors: { maxAgeSeconds: "60" } }],
    ["observer.error", { observer: { error: "log" } }],
    ["observer.opened", { observer: { opened: true } }],
  ])("throws a TypeError that names %s", (option, options) => {
    expect(() => checkHandlerKinds(options)).toThrow(TypeError);
    expect(() => checkHandlerKinds(options)).toThrow(`${option} must be `);
  });

  test.each([5, null, {}, new DataView(new ArrayBuffer(8)), new Uint16Array(8), ["hunter2"]])(
    "never shows what was meant to be the secret: %o",
    (secret) => {
      const kind = secret === null ? "null" : Array.isArray(secret) ? "array" : typeof secret;
      expect(() => checkHandlerKinds({ secret: secret as never })).toThrow(
        new TypeError(`secret must be a string or a Uint8Array, got ${kind}`),
      );
    },
  );

  test.each<{ options: object }>(
    [
      {},
      { allowedHosts: "any", allowedOrigins: [], cors: false },
      { allowedHosts: ["example.com"], cors: { credentials: true, allowHeaders: ["x-a"], maxAgeSeconds: 0 } },
      { authorize: () => ({ principal: "alice" }), endpoint: new URL("https://a.example/sse") },
      { endpoint: () => "/sse", trustForwardedPrefix: true, sessionParam: "sid" },
      { bus: memoryBus(), secret: Buffer.from("hunter2") },
      { secret: runInNewContext("new Uint8Array(8)") },
      {
        observer: new (class {
          error(): void {}
        })(),
      },
      { observer: { error: undefined }, cors: { credentials: undefined } },
    ].map((options) => ({ options })),
  )("takes what the types take: $options", ({ options }) => {
    expect(() => checkHandlerKinds(options)).not.toThrow();
  });
});

describe("checkObserver", () => {
  test("takes none, and refuses what has no methods", () => {
    expect(() => checkObserver(undefined)).not.toThrow();
    expect(() => checkObserver(() => undefined)).toThrow(TypeError);
    expect(() => checkObserver({ closed: 5 })).toThrow("observer.closed must be a function, got 5");
  });
});

describe("checkText", () => {
  test("takes a string, the empty one too, and undefined for the default", () => {
    for (const value of ["", "x", undefined]) expect(() => checkText("acceptedBody", value)).not.toThrow();
    expect(() => checkText("acceptedBody", 5)).toThrow(new TypeError("acceptedBody must be a string, got 5"));
  });
});

describe("checkOptions", () => {
  test.each([null, 5, "x", [], () => undefined])("refuses %o", (options) => {
    expect(() => checkOptions(options)).toThrow(TypeError);
  });
});
