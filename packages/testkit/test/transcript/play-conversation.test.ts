import { describe, expect, test } from "vitest";
import { playApplication } from "../../src/node/transcript/replay-client.ts";
import { playConversation } from "../../src/transcript/play-conversation.ts";
import { createFaultyPair } from "../connection/memory-connection.ts";
import { changed, right } from "../node/transcript/play.ts";

describe("playConversation", () => {
  test("finds out an application that writes something else", async () => {
    const [application, client] = createFaultyPair();
    const playing = playApplication(changed("roots/list", "roots/lost"), application);
    await expect(playConversation(right, client)).rejects.toThrow();
    await client.close();
    await expect(playing).rejects.toThrow();
  });

  test("tells when the server may end", async () => {
    const [application, client] = createFaultyPair();
    const transcript = { ...right, steps: [{ kind: "end", by: "server" } as const] };
    let told = 0;
    await playConversation(transcript, client, () => {
      told++;
      void application.close();
    });
    expect(told).toBe(1);
  });
});
