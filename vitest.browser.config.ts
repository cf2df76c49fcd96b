// The suites that run in browsers, in Debian's Chromium or the one that CHROMIUM names.

import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { recordBranches } from "./scripts/runtime/record-branches.ts";
import { remoteServers } from "./scripts/runtime/remote-servers.ts";
import { suitesOf } from "./scripts/runtime/suites.ts";

const onPath = (process.env.PATH ?? "").split(delimiter).map((dir) => join(dir, "chromium"));
const executablePath = process.env.CHROMIUM ?? onPath.find((path) => existsSync(path)) ?? "chromium";

export default defineConfig({
  resolve: { conditions: ["mcp-sse-source", "module", "browser", "development|production"] },
  plugins: [recordBranches(), remoteServers()],
  test: {
    ...suitesOf("chromium"),
    globalSetup: ["packages/sse-client/test/remote/setup.ts"],
    provide: { runtime: "chromium" },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          executablePath,
          args: [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
          ],
        },
      }),
      instances: [{ browser: "chromium" }],
    },
  },
});
