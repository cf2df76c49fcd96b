import { describe, expect, test } from "vitest";
import { playApplication } from "../../../src/node/transcript/replay-client.ts";
import { playConversation, replayServer } from "../../../src/node/transcript/replay-server.ts";
import { createFaultyPair } from "../../connection/memory-connection.ts";
import { changed, play, right } from "./play.ts";

describe("replayServer", () => {
  test("is where its transcript's GET goes", async () => {
    const server = await replayServer(right);
    expect(server.url.pathname).toBe("/sse");
    await server.close();
  });

  test.each([
    ["a method", changed('"POST"', '"PUT"')],
    ["a target", changed('"/sse?sessionId={session}"', '"/sse?sessionid={session}"')],
    ["a header", changed("application/json", "text/json")],
    ["a body", changed('{\\"roots', '{\\"rots')],
  ])("finds out a client that differs in %s", async (_what, client) => {
    await expect(play(client, right)).rejects.toThrow();
  });
});

describe("playConversation", () => {
  test("finds out an application that writes something else", async () => {
    const [application, client] = createFaultyPair();
    const playing = playApplication(changed("roots/list", "roots/lost"), application);
    await expect(playConversation(right, client)).rejects.toThrow();
    await client.close();
    await expect(playing).rejects.toThrow();
  });
});
