import { verifies } from "@mcp-sse/testkit";
import { describe, expect, test } from "vitest";
import { checkSessionParam, findSessionId, sessionParamNames } from "../src/session-param.ts";

const names = sessionParamNames("sessionId");

describe("checkSessionParam", () => {
  test("takes what no query has to escape", () => {
    for (const name of ["sid", "session-id", "_S1"]) expect(() => checkSessionParam(name)).not.toThrow();
    for (const name of ["", "a b", "a=b", "a&b", "\u00e9"]) {
      expect(() => checkSessionParam(name)).toThrow(RangeError);
      expect(() => checkSessionParam(name)).toThrow("sessionParam");
    }
  });
});

describe("findSessionId", () => {
  verifies("session.param.read", "reads sessionId, sessionid and session_id", () => {
    for (const name of ["sessionId", "sessionid", "session_id"]) {
      expect(findSessionId(`/sse?${name}=abc`, names)).toEqual({ id: "abc" });
    }
  });

  test("reads the configured name beside them", () => {
    expect(findSessionId("/sse?sid=abc", sessionParamNames("sid"))).toEqual({ id: "abc" });
    expect(findSessionId("/sse?sessionId=abc", sessionParamNames("sid"))).toEqual({ id: "abc" });
    expect(findSessionId("/sse?sid=abc", names)).toBeUndefined();
  });

  test.each([
    ["/sse?a=b&sessionId=x.y-z_&c", "x.y-z_"],
    ["/sse?sessionId=a=b", "a=b"],
    ["/sse?sessionId=a%2Eb", "a.b"],
    ["/sse?sessionId=%zz", "%zz"],
    ["/sse?sessionId=x?y", "x?y"],
    ["/sse?sessionId=abc#x", "abc"],
    ["/sse?sessionId=abc#?sessionId=def", "abc"],
  ])("finds the ID in %s", (target, id) => {
    expect(findSessionId(target, names)).toEqual({ id });
  });

  test.each([
    "/sse",
    "/sse#?sessionId=abc",
    "/sse?",
    "/sse?sessionId",
    "/sse?sessionId=",
    "/sse?SESSIONID=a",
    "/sse?xsessionId=a",
  ])("finds none in %s", (target) => {
    expect(findSessionId(target, names)).toBeUndefined();
  });

  test.each([
    "/sse?sessionId=a&sessionId=b",
    "/sse?sessionId=a&sessionId=a",
    "/sse?session_id=a&sessionId=b",
  ])("sees that it is repeated in %s", (target) => {
    expect(findSessionId(target, names)).toBe("repeated");
  });
});
