// The two replayers against each other, and against lines that are wrong in one thing.

import { describe, expect, test } from "vitest";
import { loadTranscripts } from "../../../src/node/transcript/load.ts";
import type { Transcript } from "../../../src/node/transcript/parse.ts";
import { playApplication, replayClient } from "../../../src/node/transcript/replay-client.ts";
import { playConversation, replayServer } from "../../../src/node/transcript/replay-server.ts";
import { createFaultyPair } from "../../connection/memory-connection.ts";

const [both] = loadTranscripts("server").filter(({ name }) => name === "server-request");
const right = both as Transcript;

/** Plays the client of one transcript against the server of another. */
async function play(client: Transcript, server: Transcript): Promise<void> {
  const replay = await replayServer(server);
  try {
    await replayClient(client, replay.url);
    await replay.played;
  } finally {
    await replay.close();
  }
}

function changed(from: string, to: string): Transcript {
  const text = JSON.stringify(right.steps);
  expect(text).toContain(from);
  return { ...right, steps: JSON.parse(text.replace(from, to)) };
}

describe("the replayers", () => {
  test.each(loadTranscripts("server").map((transcript) => [transcript.name, transcript] as const))(
    "play %s to each other",
    async (_name, transcript) => {
      await play(transcript, transcript);
    },
  );

  test.each([
    ["a status", changed('"status":202', '"status":200')],
    ["a header", changed("text/event-stream", "text/event-stream;x")],
    ["an event's data", changed("roots/list", "roots/lost")],
    ["an event's name", changed("event: message", "event: massage")],
    ["a missing space", changed("event: endpoint", "event:endpoint")],
  ])("find out a server that differs in %s", async (_what, server) => {
    await expect(play(right, server)).rejects.toThrow();
  });

  test.each([
    ["a method", changed('"POST"', '"PUT"')],
    ["a target", changed('"/sse?sessionId={session}"', '"/sse?sessionid={session}"')],
    ["a header", changed("application/json", "text/json")],
    ["a body", changed('{\\"roots', '{\\"rots')],
  ])("find out a client that differs in %s", async (_what, client) => {
    await expect(play(client, right)).rejects.toThrow();
  });
});

describe("playApplication and playConversation", () => {
  test("are the two ends of one conversation", async () => {
    const [application, client] = createFaultyPair();
    await Promise.all([playApplication(right, application), playConversation(right, client)]);
  });

  test("find out an end that reads or writes something else", async () => {
    for (const [first, second] of [
      [changed("roots/list", "roots/lost"), right],
      [changed('{\\"roots', '{\\"rots'), right],
    ] as const) {
      const [application, client] = createFaultyPair();
      const ended = Promise.all([
        playApplication(first, application).finally(() => application.close()),
        playConversation(second, client).finally(() => client.close()),
      ]);
      await expect(ended).rejects.toThrow();
    }
  });
});
