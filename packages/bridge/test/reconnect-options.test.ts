import { describe, expect, test } from "vitest";
import { type ReconnectOptions, resolveReconnectOptions } from "../src/reconnect-options.ts";

const connect: ReconnectOptions["connect"] = () => new Promise(() => {});

describe("options of reconnecting", () => {
  test("are completed, also where undefined stands", () => {
    expect(
      resolveReconnectOptions({
        connect,
        firstMs: undefined,
        offlineMs: 0,
        initializeMs: Number.POSITIVE_INFINITY,
      }),
    ).toEqual({
      connect,
      firstMs: 4_000,
      mostMs: 60_000,
      stableMs: 60_000,
      offlineMs: 0,
      initializeMs: Number.POSITIVE_INFINITY,
      maxAttempts: Number.POSITIVE_INFINITY,
    });
  });

  test.each([
    { firstMs: Number.POSITIVE_INFINITY },
    { mostMs: -1 },
    { stableMs: Number.NaN },
    { offlineMs: 2 ** 31 },
    { maxAttempts: "3" as never },
  ])("cannot be %j", (options) => {
    expect(() => resolveReconnectOptions({ connect, ...options })).toThrow(RangeError);
  });
});
