// The suites that run in Cloudflare's workerd.

import { cloudflareTest } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";
import { recordBranches } from "./scripts/runtime/record-branches.ts";
import { remoteServers } from "./scripts/runtime/remote-servers.ts";
import { suitesOf } from "./scripts/runtime/suites.ts";

const conditions = ["mcp-sse-source", "workerd", "worker", "module", "browser", "development|production"];

export default defineConfig({
  plugins: [
    recordBranches(),
    remoteServers(),
    cloudflareTest({
      miniflare: { compatibilityDate: "2026-04-01", compatibilityFlags: ["nodejs_compat"] },
    }),
  ],
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    ...suitesOf("workerd"),
    globalSetup: ["packages/sse-client/test/remote/setup.ts"],
    provide: { runtime: "workerd" },
  },
});
