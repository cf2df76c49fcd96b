import { verifies } from "@mcp-sse/testkit";
import { describe, expect, test } from "vitest";
import { isEventStream } from "../src/media-type.ts";

describe("isEventStream", () => {
  verifies("sse.media-type", "goes by the essence alone, whatever the parameters and the case", () => {
    for (const type of [
      "text/event-stream",
      "text/event-stream;",
      "text/event-stream; charset=utf-8",
      "text/event-stream;charset=windows-1251",
      "TEXT/Event-Stream ; x=y",
      " text/event-stream\t",
    ]) {
      expect(isEventStream(type), type).toBe(true);
    }
  });

  test.each([
    null,
    undefined,
    "",
    ";",
    "text/plain",
    "x bogus",
    "text/x-bogus",
    "text/event-streams",
    "text/event-stream bogus",
    "text/event-stream, text/html",
    "text/html; a=text/event-stream",
    "application/json",
    "text/event-\u017Ftream",
  ])("refuses %j", (type) => {
    expect(isEventStream(type)).toBe(false);
  });
});
