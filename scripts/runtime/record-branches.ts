// Notes which branch of every `imports` entry a test run was really given.

import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import type { Plugin } from "vite";

/** Appends `#text packages/sse-codec/src/node/text.ts` to the file named by MCP_SSE_BRANCHES, if it is set. */
export function recordBranches(): Plugin {
  const file = process.env.MCP_SSE_BRANCHES;
  return {
    name: "record-branches",
    enforce: "pre",
    async resolveId(source, importer, options) {
      if (file === undefined || !source.startsWith("#")) return null;
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      if (resolved !== null) appendFileSync(file, `${source} ${relative(process.cwd(), resolved.id)}\n`);
      return resolved;
    },
  };
}
