import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { bundlePackages } from "./scripts/bundle.mjs";
import { recordBranches } from "./scripts/runtime/record-branches.ts";
import { exclusionOf } from "./scripts/runtime/suites.ts";

// Each runtime tests its own branch: Bun and Deno also match "node".
const runtime = process.versions.bun ? "bun" : "Deno" in globalThis ? "deno" : "node";
const conditions = ["mcp-sse-source", runtime, "module", "development|production"];

// What starts a program of ours starts it from dist/: never from what was built before the last change.
if (runtime === "node") await bundlePackages();

export default defineConfig({
  // Packages resolve each other's source, so tests need no build.
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  plugins: [recordBranches()],
  test: {
    pool: "forks",
    // Under vitest Bun gives an external module's `export * as z` no value.
    ...(runtime === "bun" ? { server: { deps: { inline: ["zod"] } } } : {}),
    // A busy machine is slow, and not broken: what hangs is still found.
    testTimeout: 30_000,
    // Concurrent tests are those that mostly wait.
    maxConcurrency: 16,
    // Most tests wait for a socket most of their time: three at once on two cores take 84 s where one at a time takes 141.
    maxWorkers: Math.max(3, availableParallelism()),
    // A process for each file costs a quarter of all the time. On other runtimes a file that breaks its process would
    // take others with it.
    isolate: runtime !== "node",
    projects: [
      ...readdirSync("packages").map((name) => ({
        extends: true as const,
        root: `packages/${name}`,
        test: {
          name,
          // A global `fetch` keeps the clock that it was first used with, and a test of the client gives it another.
          isolate: runtime !== "node" || name === "sse-client",
          include: ["test/**/*.test.ts"],
          ...exclusionOf(runtime, `packages/${name}/`),
          exclude: ["**/*.ci.test.ts", ...exclusionOf(runtime, `packages/${name}/`).exclude],
          globalSetup:
            name === "sse-client"
              ? [join(import.meta.dirname, "packages/sse-client/test/remote/setup.ts")]
              : [],
        },
      })),
      ...["frameworks", "reconnect"].map((name) => ({
        extends: true as const,
        root: `examples/${name}`,
        test: { name, include: ["test/**/*.test.ts"], exclude: ["**/*.ci.test.ts"] },
      })),
      {
        extends: true as const,
        root: "benchmarks",
        test: { name: "benchmarks", include: ["test/**/*.test.ts"], exclude: ["**/*.ci.test.ts"] },
      },
      {
        extends: true as const,
        test: { name: "workspace", include: ["scripts/test/**/*.test.ts"], maxConcurrency: 4 },
      },
      {
        extends: true as const,
        test: {
          name: "runtime",
          include: ["scripts/runtime/runtime.test.ts"],
          provide: {
            runtime: process.env.MCP_SSE_RUNTIME ?? `node-${process.versions.node.split(".")[0]}`,
          },
        },
      },
    ],
  },
});
