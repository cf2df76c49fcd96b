import { verifies } from "@mcp-sse/testkit";
import { loadTranscripts, playApplication, replayClient, serveListener } from "@mcp-sse/testkit/node";
import { describe, expect } from "vitest";
import { createSseHandler } from "../src/handler.ts";
import { toNodeListener } from "../src/node/listener.ts";

describe("the server's lines", () => {
  for (const transcript of loadTranscripts("server")) {
    verifies(
      ["session.endpoint.first", "session.message.event", "http.status.202"],
      `are those of the transcript ${transcript.name}`,
      async () => {
        const applications: Promise<void>[] = [];
        const handler = createSseHandler((session) => {
          applications.push(playApplication(transcript, session));
        });
        const server = await serveListener(toNodeListener(handler));
        try {
          await replayClient(transcript, server.url);
          expect(applications).toHaveLength(1);
          await Promise.all(applications);
        } finally {
          await handler.close({ graceMs: 0 });
          await server.close();
        }
      },
    );
  }
});
