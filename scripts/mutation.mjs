// Changes the source of a package in every small way, one at a time, and lists the changes that no test notices.
// Takes minutes for jsonrpc and hours for sse-codec: not part of CI. benchmarks/mutation.md says what came out.
//
//     pnpm mutation                          of jsonrpc
//     pnpm mutation sse-codec
//     pnpm mutation sse-codec fields line    of these files of its source
//     pnpm mutation sse-codec line:30-60     of these lines of one

import { Stryker } from "@stryker-mutator/core";

const [name = "jsonrpc", ...files] = process.argv.slice(2);
if (files.length === 0) files.push("**/*");
// For vitest.mutation.config.ts, which its processes read.
process.env.MUTATION_PACKAGE = name;

await new Stryker({
  mutate: files.map((file) => `packages/${name}/src/${file.replace(/(:\d+-\d+)?$/, ".ts$1")}`),
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "vitest.mutation.config.ts" },
  // Stryker rewrites this one with TypeScript's API, which TypeScript 7 does not have.
  tsconfigFile: "none",
  tempDirName: ".cache/stryker",
  ignorePatterns: ["**/dist", "**/.cache"],
  concurrency: 1,
  reporters: ["clear-text", "progress-append-only"],
  clearTextReporter: { allowColor: false, reportTests: false },
  thresholds: { high: 95, low: 90, break: 85 },
}).runMutationTest();
