import { describe, expect, test } from "vitest";
import type { HttpAnswer } from "../src/http.ts";
import { isRedirect, redirectTarget } from "../src/redirect.ts";

function answer(status: number, location?: string): HttpAnswer {
  return {
    status,
    header: (name: string) => (name === "location" ? (location ?? null) : null),
  } as HttpAnswer;
}

describe("isRedirect", () => {
  test("knows the five statuses that redirect, and a redirect that a browser hides", () => {
    const statuses = Array.from({ length: 600 }, (_, status) => status);
    expect(statuses.filter((status) => isRedirect(answer(status)))).toEqual([0, 301, 302, 303, 307, 308]);
  });
});

describe("redirectTarget", () => {
  const from = new URL("http://h:1/a/b?c=d");

  test.each([
    ["x", "http://h:1/a/x"],
    ["/x#f", "http://h:1/x"],
    ["http://h:1/x", "http://h:1/x"],
    ["", "http://h:1/a/b?c=d"],
  ])("is what %j names on the same origin", (location, href) => {
    expect(redirectTarget(answer(302, location), from)?.href).toBe(href);
  });

  test.each([
    "http://h:2/x",
    "https://h:1/x",
    "//evil/x",
    "\\\\evil\\x",
    "http://u@h:1/x",
    "javascript:1",
    "http://[",
  ])("is nothing for %j", (location) => {
    expect(redirectTarget(answer(302, location), from)).toBeUndefined();
  });

  test("is nothing without a Location", () => {
    expect(redirectTarget(answer(302), from)).toBeUndefined();
  });
});
