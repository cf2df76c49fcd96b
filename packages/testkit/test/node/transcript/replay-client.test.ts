import { describe, expect, test } from "vitest";
import { loadTranscripts } from "../../../src/node/transcript/load.ts";
import { playApplication } from "../../../src/node/transcript/replay-client.ts";
import { playConversation } from "../../../src/transcript/play-conversation.ts";
import { createFaultyPair } from "../../connection/memory-connection.ts";
import { changed, play, right } from "./play.ts";

describe("replayClient", () => {
  test.each(loadTranscripts("server").map((transcript) => [transcript.name, transcript] as const))(
    "plays %s against a server that is right",
    async (_name, transcript) => {
      await play(transcript, transcript);
    },
  );

  test.each([
    ["a status", changed('"status":202', '"status":200')],
    ["a header", changed('"text/event-stream"]]', '"text/event-stream;x"]]')],
    ["an event's data", changed("roots/list", "roots/lost")],
    ["an event's name", changed("event: message", "event: massage")],
    ["a missing space", changed("event: endpoint", "event:endpoint")],
  ])("finds out a server that differs in %s", async (_what, server) => {
    await expect(play(right, server)).rejects.toThrow();
  });
});

describe("playApplication", () => {
  test("is the other end of the client's part", async () => {
    const [application, client] = createFaultyPair();
    await Promise.all([playApplication(right, application), playConversation(right, client)]);
  });

  test("finds out a client that posts something else", async () => {
    const [application, client] = createFaultyPair();
    const playing = playApplication(right, application);
    const conversation = playConversation(changed('{\\"roots', '{\\"rots'), client);
    await expect(playing).rejects.toThrow();
    await application.close();
    await expect(conversation).rejects.toThrow();
  });
});
