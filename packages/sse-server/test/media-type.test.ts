import { verifies } from "@mcp-sse/testkit";
import { describe, expect, test } from "vitest";
import { acceptsEventStream, isIdentity, isJson } from "../src/media-type.ts";

describe("acceptsEventStream", () => {
  verifies("session.accept.lenient", "lets a missing Accept, */* and text/event-stream through", () => {
    expect([undefined, "*/*", "text/event-stream"].map(acceptsEventStream)).toEqual([true, true, true]);
  });

  test.each([
    "",
    " ",
    "text/*",
    "TEXT/Event-Stream",
    "application/json, text/event-stream",
    "application/json;q=0.9, */*;q=0.1",
    "text/event-stream; charset=utf-8",
    "text/event-stream;q=0.001",
    'a/b;x=", text/event-stream;q=0", */*',
    "*/*;q=0, text/event-stream",
    "text/*;q=0, text/event-stream;q=0.5",
    "text/event-stream;q=0, text/event-stream",
  ])("takes %j", (accept) => {
    expect(acceptsEventStream(accept)).toBe(true);
  });

  test.each([
    "application/json",
    "text/html, application/json",
    "text/event-stream;q=0",
    "text/event-stream;q=0.000, */*",
    "text/event-stream; q = 0",
    "*/*;q=0",
    "text/*;q=0, */*",
    "text/event-streams",
    "xtext/event-stream",
    'a/b;x=", text/event-stream"',
    "text/event-stream\u00a0",
  ])("refuses %j", (accept) => {
    expect(acceptsEventStream(accept)).toBe(false);
  });
});

describe("isJson", () => {
  verifies(
    "session.content-type",
    "takes application/json with any parameters, charset utf-8 or none",
    () => {
      const taken = [
        "application/json",
        "Application/JSON",
        "application/json; charset=utf-8",
        "application/json;charset=UTF-8",
        'application/json; charset="utf-8"',
        "application/json; charset = utf-8 ; x=y",
        "application/json; profile=a; version=2",
        'application/json; x="; charset=latin1"',
        "application/json;",
        " application/json ",
      ];
      expect(taken.filter((type) => !isJson(type))).toEqual([]);
    },
  );

  test.each([
    undefined,
    "",
    "text/plain",
    "text/json",
    "application/jsonp",
    "application/json-rpc",
    "application/vnd.api+json",
    "application/x-json",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "application/json, text/plain",
    "text/plain, application/json",
    "application/json; charset=latin1",
    "application/json; charset=utf-16",
    "application/json; charset=utf-8; charset=latin1",
    "application/json; charset=",
    "application/json; charset",
    'application/json; charset="utf-8',
    "application/json\u00a0",
    "\u00a0application/json",
    "application/json\f",
    "application/json; charset=utf-8\u00a0",
    "application/json;\u00a0charset=latin1\u00a0; charset=\u00a0utf-8",
    "application json",
    "application/ json",
    "json",
  ])("refuses %j", (type) => {
    expect(isJson(type)).toBe(false);
  });
});

describe("isIdentity", () => {
  test.each([undefined, "", "identity", "Identity", " identity "])("takes %j", (coding) => {
    expect(isIdentity(coding)).toBe(true);
  });

  test.each(["gzip", "br", "identity\u00a0", "\f", "identity, gzip", "identity2", "deflate", "utf-8"])(
    "refuses %j",
    (coding) => {
      expect(isIdentity(coding)).toBe(false);
    },
  );
});
