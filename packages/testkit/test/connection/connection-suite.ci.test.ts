import { describe, expect, test } from "vitest";
import { connectionCases, connectionSuite } from "../../src/connection/connection-suite.ts";
import { peerOf } from "../../src/connection/subject.ts";
import { within } from "../../src/patience.ts";
import { createFaultyPair, type Fault } from "./memory-connection.ts";

const PATIENCE_MS = 100;

/** The titles of the cases that fail against a connection with `fault`. */
async function failures(fault: Fault, slow: boolean): Promise<string[]> {
  const failed: string[] = [];
  for (const { title, run, timeoutMs } of connectionCases) {
    if ((timeoutMs !== undefined) !== slow) continue;
    const [local, remote] = createFaultyPair(fault);
    // A broken connection may also make the other end wait, which no case bounds by itself.
    const caseMs = (timeoutMs ?? 0) + 10 * PATIENCE_MS;
    try {
      await within(run({ local, peer: peerOf(remote), patienceMs: PATIENCE_MS }), title, caseMs);
    } catch {
      failed.push(title);
    }
  }
  return failed;
}

connectionSuite({
  name: "a right connection",
  async open() {
    const [local, remote] = createFaultyPair();
    return { local, peer: peerOf(remote), dispose: () => void remote.close() };
  },
});

describe("connectionSuite", () => {
  test.concurrent.each<[fault: Fault, title: RegExp]>([
    ["drops-a-message", /writes 150 messages/],
    ["reads-last-in-first-out", /what arrived before/],
    ["aborted-read-takes-a-message", /takes no message for an aborted read/],
    ["wraps-the-reason", /the signal's reason itself/],
    ["ignores-an-aborted-signal", /aborted before it/],
    ["forgets-at-the-end", /reads what arrived before its own close/],
    ["read-rejects-at-the-end", /then undefined for ever/],
    ["read-hangs-at-the-end", /then undefined for ever/],
    ["iterator-closes", /stays open when its iterator is left early/],
    ["write-after-end-resolves", /rejects a write after its own close/],
    ["error-without-reason", /rejects a write after the peer's end/],
    ["waiting-write-hangs", /rejects every write that waits/],
    ["close-is-not-the-same", /the same promise from every close/],
    ["close-forgets-its-cause", /what close was given as the cause/],
    ["close-cuts-what-was-written", /lets what was written before close leave/],
    ["peer-is-not-told", /shows its end to the peer/],
    ["end-is-told-again", /keeps that reason whatever comes after/],
    ["leaks-listeners", /leaves no listener/],
    ["numbers-string-ids", /writes every kind of message/],
    ["falsy-id-is-lost", /writes every kind of message/],
  ])(
    "fails for a connection that %s",
    async (fault, title) => {
      expect(await failures(fault, false)).toContainEqual(expect.stringMatching(title));
    },
    20_000,
  );

  // Alone, because it moves the clock that all tests of a file share.
  test("fails for a connection that close-never-gives-up", async () => {
    expect(await failures("close-never-gives-up", true)).toHaveLength(1);
  }, 10_000);
});
