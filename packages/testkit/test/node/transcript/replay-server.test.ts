import { describe, expect, test } from "vitest";
import { replayServer } from "../../../src/node/transcript/replay-server.ts";
import { changed, play, right } from "./play.ts";

describe("replayServer", () => {
  test("is where its transcript's GET goes", async () => {
    const server = await replayServer(right);
    expect(server.url.pathname).toBe("/sse");
    await server.close();
  });

  test("answers a page of another origin, if told to, and its preflight", async () => {
    const server = await replayServer(right, { anyOrigin: true });
    const preflight = await fetch(server.url, { method: "OPTIONS" });
    expect([preflight.status, preflight.headers.get("access-control-allow-headers")]).toEqual([204, "*"]);
    const answer = await fetch(server.url, { headers: { accept: "text/event-stream" } });
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    server.played.catch(() => {});
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
