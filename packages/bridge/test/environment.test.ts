import { describe, expect, test } from "vitest";
import { environmentOf } from "../src/environment.ts";

const parent = {
  PATH: "/bin",
  HOME: "/h",
  SECRET: "s",
  AWS_ACCESS_KEY: "k",
  SHELL: "() { evil; }",
  SYSTEMROOT: "C:",
};

describe("the environment of a child", () => {
  test("is a short list of the parent's", () => {
    expect(environmentOf({}, parent, "linux")).toEqual({ PATH: "/bin", HOME: "/h" });
    expect(environmentOf({}, parent, "win32")).toEqual({ PATH: "/bin", SYSTEMROOT: "C:" });
  });

  test("is what was asked for first", () => {
    expect(environmentOf({ PATH: "/x", SECRET: "given" }, parent, "linux")).toEqual({
      PATH: "/x",
      HOME: "/h",
      SECRET: "given",
    });
  });

  test("comes from this process", () => {
    expect(environmentOf().PATH).toBe(process.env.PATH);
  });
});
