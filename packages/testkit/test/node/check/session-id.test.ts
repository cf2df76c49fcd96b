import { describe, expect, test } from "vitest";
import { hideIds, idsOf, varyingBits, withUnknownId } from "../../../src/node/check/session-id.ts";
import { createWireLog } from "../../../src/node/check/wire-log.ts";

const at = (path: string): URL => new URL(path, "http://127.0.0.1:1/sse");

describe("a session ID", () => {
  test("is what differs between two endpoints, in the query or in the path", () => {
    expect(idsOf(at("/m?a=1&session_id=x7"), at("/m?a=1&session_id=y8"))).toEqual({
      query: ["session_id"],
      path: [],
    });
    expect(idsOf(at("/m/x7/post"), at("/m/y8/post"))).toEqual({ query: [], path: [2] });
  });

  test("is replaced by one of the same shape that is no other's", () => {
    const target = withUnknownId(at("/m?sessionId=0a1f-9f"), at("/m?sessionId=1111-22"));
    expect(target).toMatch(/^\/m\?sessionId=[0-9][a-f][0-9][a-f]-[0-9][a-f]$/);
    expect(target).not.toContain("0a1f-9f");
    expect(withUnknownId(at("/m/abZ/post"), at("/m/xxx/post"))).toMatch(/^\/m\/[a-z]{2}[A-Z]\/post$/);
  });

  test("has the bits that can be seen to differ", () => {
    expect(varyingBits(["session-1001", "session-1002", "session-1003"])).toBeLessThan(10);
    const uuids = ["3f2b8c1e-5d7a-4f60-9b3c-1a2d4e6f8091", "a1c4e7f0-2b5d-4831-8e6f-907b5c3d1e2a"];
    expect(varyingBits(uuids)).toBeGreaterThan(110);
  });

  test("is hidden before it is shown", () => {
    const wire = createWireLog();
    hideIds("/messages?sessionId=very-secret", at("/sse"), wire);
    hideIds("/messages/in-the-path", at("/sse"), wire);
    hideIds("http://[", at("/sse"), wire);
    expect(wire.redact("very-secret in-the-path")).toBe("{session} {session}");
  });
});
