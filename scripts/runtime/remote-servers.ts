import { join } from "node:path";
import type { Plugin } from "vite";

const tests = join(import.meta.dirname, "../../packages/sse-client/test");

/** Has the client's tests script servers that are elsewhere, where the runtime that they run in cannot listen. */
export function remoteServers(): Plugin {
  return {
    name: "remote-servers",
    enforce: "pre",
    resolveId(source, importer) {
      const [, name] = /^\.{1,2}\/(?:peer\/)?(server|transcripts)\.ts$/.exec(source) ?? [];
      return name !== undefined && importer?.startsWith(tests) === true
        ? join(tests, "remote", `${name}.ts`)
        : null;
    },
  };
}
