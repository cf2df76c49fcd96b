import { verifies } from "@mcp-sse/testkit";
import { loadTranscripts, playConversation, replayServer } from "@mcp-sse/testkit/node";
import { describe } from "vitest";
import { connectSse } from "../src/connect.ts";

describe("the client's lines", () => {
  for (const transcript of loadTranscripts("client")) {
    verifies(
      ["client.accept", "client.post.to-endpoint", "client.post.accepted"],
      `are those of the transcript ${transcript.name}`,
      async () => {
        const server = await replayServer(transcript);
        try {
          const connection = await connectSse(server.url);
          await playConversation(transcript, connection);
          await connection.close();
          await server.played;
        } finally {
          await server.close();
        }
      },
    );
  }
});
