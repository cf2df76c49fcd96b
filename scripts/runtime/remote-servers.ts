import { join } from "node:path";
import type { Plugin } from "vite";

const tests = join(import.meta.dirname, "../../packages/sse-client/test");

/** Has the client's tests script servers that are elsewhere, where the runtime that they run in cannot listen. */
export function remoteServers(): Plugin {
  return {
    name: "remote-servers",
    enforce: "pre",
    resolveId(source, importer) {
      const isServer = /^\.{1,2}\/(peer\/)?server\.ts$/.test(source) && importer?.startsWith(tests);
      return isServer === true ? join(tests, "remote/server.ts") : null;
    },
  };
}
