import { describe, expect, test } from "vitest";
import type { ServerSession } from "../src/server-session.ts";
import { SessionTable } from "../src/session-table.ts";

function session(id: string, principal?: string): ServerSession {
  return { id, principal } as unknown as ServerSession;
}

const open = { maxSessions: Infinity, maxSessionsPerPrincipal: Infinity };

describe("SessionTable", () => {
  test("finds a session until it is removed", () => {
    const table = new SessionTable(open);
    const one = session("1");
    table.add(one);
    expect([table.get("1"), table.get("2"), table.size, [...table.values()]]).toEqual([
      one,
      undefined,
      1,
      [one],
    ]);
    table.remove(one);
    table.remove(one);
    expect([table.get("1"), table.size]).toEqual([undefined, 0]);
  });

  test("is full when so many streams are open, those that only drain included", () => {
    const table = new SessionTable({ ...open, maxSessions: 2 });
    const [one, two] = [session("1"), session("2")];
    table.add(one);
    expect(table.fullFor(undefined)).toBeUndefined();
    table.add(two);
    expect(table.fullFor(undefined)).toBe("TOO_MANY_SESSIONS");
    table.remove(one);
    expect([table.size, table.fullFor(undefined)]).toEqual([1, "TOO_MANY_SESSIONS"]);
    table.drop(one);
    expect([table.fullFor(undefined), [...table.streams]]).toEqual([undefined, [two]]);
  });

  test("counts the sessions of each principal, and nobody's not", () => {
    const table = new SessionTable({ ...open, maxSessionsPerPrincipal: 1 });
    const alices = session("1", "alice");
    table.add(alices);
    table.add(session("2"));
    table.add(session("3"));
    expect(["alice", "bob", undefined].map((principal) => table.fullFor(principal))).toEqual([
      "TOO_MANY_SESSIONS_OF_PRINCIPAL",
      undefined,
      undefined,
    ]);
    table.remove(alices);
    expect(table.fullFor("alice")).toBeUndefined();
  });
});
