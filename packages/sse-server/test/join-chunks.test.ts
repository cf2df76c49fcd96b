import { describe, expect, test } from "vitest";
import { joinChunks } from "../src/join-chunks.ts";
import { MAX_JOINABLE_BYTES, MAX_JOINED_BYTES } from "../src/limits.ts";

const join = (chunks: readonly string[]): string => chunks.join("");

describe("joinChunks", () => {
  test("joins small neighbours, in order", () => {
    expect(joinChunks(["a", "b", "c"], join)).toEqual(["abc"]);
  });

  test("leaves a single chunk as it is", () => {
    const chunks = ["alone"];
    expect(joinChunks(chunks, join)).toBe(chunks);
  });

  test("leaves large chunks alone, between small ones too", () => {
    const large = "x".repeat(MAX_JOINABLE_BYTES + 1);
    expect(joinChunks(["a", "b", large, "c", large, "d", "e"], join)).toEqual([
      "ab",
      large,
      "c",
      large,
      "de",
    ]);
  });

  test("starts another write where one would pass the limit", () => {
    const chunk = "x".repeat(MAX_JOINABLE_BYTES);
    const joined = joinChunks(
      Array.from({ length: 40 }, () => chunk),
      join,
    );
    expect(Math.max(...joined.map(({ length }) => length))).toBe(MAX_JOINED_BYTES);
    expect(joined.join("")).toBe(chunk.repeat(40));
  });
});
