// Which tests a runtime other than Node 20 is given.

import runtimes from "./runtimes.json" with { type: "json" };

/**
 * Globs of the tests that run in a browser-like `runtime`: all but those of Node's own branch, those that
 * measure time, for which the clocks of these two are too coarse on purpose, and the big ones of CI.
 */
export function suitesOf(runtime: "chromium" | "workerd"): { include: string[]; exclude: string[] } {
  return {
    include: [
      "scripts/runtime/runtime.test.ts",
      ...runtimes[runtime].packages.map((name) => `packages/${name}/test/**/*.test.ts`),
    ],
    exclude: ["**/*.ci.test.ts", "packages/*/test/node/**", "packages/*/test/**/linear.test.ts"],
  };
}
