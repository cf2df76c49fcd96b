// The suites that CI runs beside `pnpm test`: they need more than Node (a broker, a proxy, another language's
// SDK), or more time than everybody's test run has. One file at a time, because they measure load.

import { defineConfig } from "vitest/config";
import { bundlePackages } from "./scripts/bundle.mjs";
import { recordBranches } from "./scripts/runtime/record-branches.ts";

const conditions = ["mcp-sse-source", "node", "module", "development|production"];

// As in vitest.config.ts.
await bundlePackages();

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  plugins: [recordBranches()],
  test: {
    pool: "forks",
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    include: ["{packages,examples}/*/test/**/*.ci.test.ts", "{benchmarks,interop}/test/**/*.ci.test.ts"],
  },
});
