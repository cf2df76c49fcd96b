import { describe, expect, test } from "vitest";
import { type ImportPackage, importFirst, importInstalled } from "../../../src/cli/serve/bus-package.ts";

/** As Node fails to find a package. */
function missing(name: string): Error {
  return Object.assign(new Error(`Cannot find package '${name}' imported from /x`), {
    code: "ERR_MODULE_NOT_FOUND",
  });
}

function installed(packages: Record<string, unknown>): ImportPackage {
  return async (name) => {
    if (name in packages) return packages[name];
    throw missing(name);
  };
}

describe("a package of the bus", () => {
  test("is the first that is installed", async () => {
    const load = installed({ b: "B", c: "C" });
    expect(await importFirst(["a", "b", "c"], ["a"], load)).toEqual({ name: "b", exports: "B" });
  });

  test("is asked for in words that can be pasted, where none is", async () => {
    const found = importFirst(["ioredis", "redis"], ["@mcp-sse/bus-redis", "ioredis"], installed({}));
    await expect(found).rejects.toMatchObject({
      name: "CliError",
      message: "--bus needs the package ioredis or redis, which is not installed",
      hints: [
        expect.stringContaining("npm install @mcp-sse/bus-redis ioredis"),
        "npx -p mcp-sse -p @mcp-sse/bus-redis -p ioredis mcp-sse serve …",
      ],
    });
  });

  test("fails with its own words, where it is there and broken, or needs another", async () => {
    const broken = new SyntaxError("unexpected token");
    await expect(importFirst(["a"], ["a"], () => Promise.reject(broken))).rejects.toBe(broken);
    await expect(importFirst(["a"], ["a"], () => Promise.reject(missing("b")))).rejects.toThrow("'b'");
  });

  test("is found missing by Node as well", async () => {
    await expect(importFirst(["no-such-package-of-mine"], ["it"], importInstalled)).rejects.toMatchObject({
      name: "CliError",
    });
  });
});
