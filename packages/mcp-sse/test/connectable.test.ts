import { describe, expect, test } from "vitest";
import { checkConnectable } from "../src/connectable.ts";
import { createClient, createServer, versions } from "./sdk.ts";

describe("checkConnectable", () => {
  test.each(versions)("takes the server and the client of SDK %s", (version) => {
    for (const value of [createServer(version), createClient(version)]) {
      expect(checkConnectable("get", value, "server")).toBeUndefined();
    }
  });

  test.each([
    [undefined, "undefined"],
    [null, "null"],
    [true, "boolean"],
    ["secret", "string"],
    [() => {}, "function"],
    [{}, "an object without it"],
    [{ connect: "secret" }, "an object without it"],
  ])("says what it got instead, and nothing of it: %s", (value, got) => {
    const text = `createClient must return a client with connect(), got ${got}`;
    expect(() => checkConnectable("createClient", value, "client")).toThrow(new TypeError(text));
  });
});
