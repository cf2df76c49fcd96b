// A transcript's server, and when it is over.

import type { Transcript } from "@mcp-sse/testkit";
import { replayServer } from "@mcp-sse/testkit/node";

export interface Replay {
  readonly url: string;
  /** Has the stream end, where the server is who ends it. */
  end(): void;
  /** Stops the server; rejects where the client's lines differed. */
  over(): Promise<void>;
}

export async function replay(transcript: Transcript): Promise<Replay> {
  let end = (): void => {};
  const mayEnd = new Promise<void>((resolve) => {
    end = resolve;
  });
  const server = await replayServer(transcript, { mayEnd });
  return {
    url: server.url.href,
    end,
    async over() {
      try {
        await server.played;
      } finally {
        await server.close();
      }
    },
  };
}
