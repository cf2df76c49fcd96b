// What `pnpm mutation` runs against each change: the tests of one package whose verdict is the same every time.

import { defineConfig } from "vitest/config";

const conditions = ["mcp-sse-source", "node", "module", "development|production"];
const tests = `packages/${process.env.MUTATION_PACKAGE}/test`;

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: [`${tests}/**/*.test.ts`],
    // Random ones, and those that measure time, would notice a change in one run and not in the next.
    exclude: ["**/*.ci.test.ts", "**/*fuzz*", "**/round-trip*", "**/linear*"],
  },
});
