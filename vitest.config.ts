import { readdirSync } from "node:fs";
import { defineConfig } from "vitest/config";

// Each runtime tests its own branch: Bun and Deno also match "node".
const runtime = process.versions.bun ? "bun" : "Deno" in globalThis ? "deno" : "node";
const conditions = ["mcp-sse-source", runtime, "module", "development|production"];

export default defineConfig({
  // Packages resolve each other's source, so tests need no build.
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    pool: "forks",
    projects: [
      ...readdirSync("packages").map((name) => ({
        extends: true as const,
        root: `packages/${name}`,
        test: { name, include: ["test/**/*.test.ts"] },
      })),
      {
        extends: true as const,
        test: { name: "workspace", include: ["scripts/test/**/*.test.ts"], maxConcurrency: 4 },
      },
    ],
  },
});
