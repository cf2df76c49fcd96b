import { describe, expect, test } from "vitest";
import { targetOf } from "../src/target.ts";

describe("targetOf", () => {
  test("is a copy of the URL", () => {
    const url = new URL("https://example.com/sse");
    expect(targetOf(url)).not.toBe(url);
    expect([targetOf(url).href, targetOf(url.href).href]).toEqual([url.href, url.href]);
  });

  test.each(["", "/sse?token=secret", "localhost 3000", undefined, {}])(
    "refuses %o, and repeats none of it",
    (url) => {
      let error: unknown;
      try {
        targetOf(url as string);
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toBeInstanceOf(TypeError);
      expect(error).toMatchObject({ message: "url must be absolute, as in http://127.0.0.1:3000/sse" });
      expect(error).not.toHaveProperty("cause");
      expect(error).not.toHaveProperty("input");
    },
  );
});
