import { describe, expect, test } from "vitest";
import { busFailureCases } from "../../../src/node/bus/failure-suite.ts";

describe("busFailureCases", () => {
  test("are told apart by their titles", () => {
    const titles = busFailureCases.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  });
});
