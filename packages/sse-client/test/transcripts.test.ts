import { playConversation, verifies } from "@mcp-sse/testkit";
import { describe, inject } from "vitest";
import { connectSse } from "../src/connect.ts";
import { branches } from "./peer/branches.ts";
import { replay } from "./peer/transcripts.ts";

describe.each(branches)("the client's lines over $name", ({ options }) => {
  for (const transcript of inject("transcripts")) {
    verifies(
      ["client.accept", "client.post.to-endpoint", "client.post.accepted"],
      `are those of the transcript ${transcript.name}`,
      async () => {
        const { url, end, over } = await replay(transcript);
        const converse = async (): Promise<void> => {
          const connection = await connectSse(url, options);
          await playConversation(transcript, connection, end);
          await connection.close();
        };
        await Promise.all([converse(), over()]);
      },
    );
  }
});
