import { channel } from "node:diagnostics_channel";
import { verifies } from "@mcp-sse/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { Reporter, type SseObserver } from "../src/observer.ts";
import type { SseSession } from "../src/session.ts";
import { collectWarnings } from "./support/warnings.ts";

const session = { id: "x" } as SseSession;

function tellAll(reporter: Reporter): void {
  reporter.opened(session);
  reporter.refused("GET", 403, "FORBIDDEN_HOST", "detail");
  reporter.received(session, 1);
  reporter.sent(session, 2, 3);
  reporter.backlog(session, 4);
  reporter.closed(session, { code: "peer" });
}

const told = [
  { session },
  { method: "GET", status: 403, refusal: "FORBIDDEN_HOST", detail: "detail" },
  { session, bytes: 1 },
  { session, bytes: 2, messages: 3 },
  { session, bytes: 4 },
  { session, reason: { code: "peer" } },
];

describe("Reporter", () => {
  test("tells an observer what happens", () => {
    const events: unknown[] = [];
    const push = (event: unknown): void => void events.push(event);
    tellAll(
      new Reporter({ opened: push, refused: push, received: push, sent: push, backlog: push, closed: push }),
    );
    expect(events).toEqual(told);
  });

  test("keeps the observer's own this", () => {
    class Counting implements SseObserver {
      count = 0;
      opened(): void {
        this.count++;
      }
    }
    const observer = new Counting();
    new Reporter(observer).opened(session);
    expect(observer.count).toBe(1);
  });

  test("needs no observer, and no method of one", () => {
    tellAll(new Reporter());
    tellAll(new Reporter({}));
  });

  test("warns of an error where the observer has no method for it, and only there", async () => {
    const warnings = collectWarnings();
    new Reporter().error(session, new Error("without an observer"));
    new Reporter({ opened: () => undefined }).error(session, new Error("without its error"));
    new Reporter({ error: () => undefined }).error(session, new Error("heard"));
    expect((await warnings()).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^without an observer /),
      expect.stringMatching(/^without its error /),
    ]);
  });

  test("takes no harm from an error that no text can be made of", async () => {
    const warnings = collectWarnings();
    expect(() => new Reporter().error(session, Object.create(null))).not.toThrow();
    expect(await warnings()).toEqual([]);
  });

  verifies("session.observer.throws", "takes a throw or a rejection to error, and stops there", async () => {
    const errors: unknown[] = [];
    const thrown = new Error("thrown");
    const rejected = new Error("rejected");
    const reporter = new Reporter({
      opened() {
        throw thrown;
      },
      closed: () => Promise.reject(rejected) as unknown as undefined,
      error({ error }) {
        errors.push(error);
        throw new Error("nobody is left to be told");
      },
    });
    reporter.opened(session);
    reporter.closed(session, { code: "peer" });
    await Promise.resolve();
    expect(errors).toEqual([thrown, rejected]);
  });

  test("publishes the same on Node's diagnostics channels", () => {
    const events: unknown[] = [];
    const names = [
      "session.opened",
      "refused",
      "message.received",
      "message.sent",
      "session.backlog",
      "session.closed",
    ];
    for (const name of names) {
      const listener = (event: unknown): void => void events.push(event);
      channel(`mcp-sse.${name}`).subscribe(listener);
      onTestFinished(() => channel(`mcp-sse.${name}`).unsubscribe(listener));
    }
    tellAll(new Reporter());
    expect(events).toEqual(told);
  });
});
