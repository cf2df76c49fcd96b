import { describe, expect, test } from "vitest";
import { resolveUrl } from "../src/origin.ts";

describe("resolveUrl", () => {
  test.each(["http://h/", "https://h/?a#b"])("takes %s", (url) => {
    expect(resolveUrl(url)?.host).toBe("h");
  });

  test.each([
    "file:///x",
    "smb://h/x",
    "javascript:1",
    "ws://h/",
    "data:,x",
    "blob:http://h/x",
    "http://u@h/",
    "http://:p@h/",
  ])("refuses %s (X10)", (url) => {
    expect(resolveUrl(url)).toBeUndefined();
    expect(resolveUrl(url, new URL("http://h/"))).toBeUndefined();
  });

  test.each([
    ["http://h/a", "http://H:80/b?c", true],
    ["https://h:443/", "https://h/", true],
    ["http://[::1]:8080/a", "http://[0::1]:8080/b", true],
    ["http://h/", "https://h/", false],
    ["http://h/", "http://h:8080/", false],
    ["http://h/", "http://h./", false],
    ["http://h/", "http://h.example/", false],
  ])("takes %s from %s: %s (X06)", (a, b, taken) => {
    expect(resolveUrl(a, new URL(b)) !== undefined).toBe(taken);
    expect(resolveUrl(b, new URL(a)) !== undefined).toBe(taken);
  });

  test("resolves a reference, without its fragment", () => {
    expect(resolveUrl("b?c#d", new URL("http://h/a"))?.href).toBe("http://h/b?c");
    expect(resolveUrl("http://other/", new URL("http://h/a"))).toBeUndefined();
  });

  test("is undefined for what is no URL", () => {
    expect(resolveUrl("/relative")).toBeUndefined();
    expect(resolveUrl("http://[", new URL("http://h/"))).toBeUndefined();
  });
});
