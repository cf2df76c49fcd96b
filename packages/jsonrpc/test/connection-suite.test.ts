import { connectionSuite, peerOf } from "@mcp-sse/testkit";
import { createConnectionPair } from "../src/connection-pair.ts";

connectionSuite({
  name: "createConnectionPair",
  async open() {
    const [local, remote] = createConnectionPair();
    return {
      local,
      peer: peerOf(remote),
      async dispose() {
        await Promise.all([local.close(), remote.close()]);
      },
    };
  },
});
