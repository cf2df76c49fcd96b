// The contract of `read` is proved by the connection suite; here, what a queue of its own could get wrong.

import { createWatchedSignal } from "@mcp-sse/testkit";
import { describe, expect, test } from "vitest";
import { createInbox } from "../src/inbox.ts";

const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" }) as const;

describe("an inbox", () => {
  test("gives messages in their order, then to readers in theirs", async () => {
    const inbox = createInbox();
    inbox.put(ping(1));
    inbox.put(ping(2));
    expect(inbox.size()).toBe(2);
    expect([await inbox.read(), await inbox.read()]).toEqual([ping(1), ping(2)]);
    const readers = [inbox.read(), inbox.read()];
    inbox.put(ping(3));
    inbox.put(ping(4));
    expect(inbox.size()).toBe(0);
    expect(await Promise.all(readers)).toEqual([ping(3), ping(4)]);
  });

  test("gives what is there after its end, then nothing, for ever", async () => {
    const inbox = createInbox();
    inbox.put(ping(1));
    inbox.end();
    expect([await inbox.read(), await inbox.read(), await inbox.read()]).toEqual([
      ping(1),
      undefined,
      undefined,
    ]);
  });

  test("gives every reader that waits nothing at its end", async () => {
    const inbox = createInbox();
    const readers = [inbox.read(), inbox.read(), inbox.read()];
    inbox.end();
    expect(await Promise.all(readers)).toEqual([undefined, undefined, undefined]);
  });

  test("gives nothing to a reader that was aborted, before or while it waits, and keeps no listener", async () => {
    const inbox = createInbox();
    const reason = { why: "aborted" };
    await expect(inbox.read({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const aborted = inbox.read({ signal: controller.signal });
    const watched = createWatchedSignal();
    const next = inbox.read({ signal: watched.signal });
    controller.abort(reason);
    await expect(aborted).rejects.toBe(reason);
    expect(watched.listeners).toBe(1);
    inbox.put(ping(1));
    expect(await next).toEqual(ping(1));
    expect(watched.listeners).toBe(0);
  });

  test("gives by take what is there, in turn with readers, and never waits", async () => {
    const inbox = createInbox();
    expect(inbox.take()).toBeUndefined();
    for (const id of [1, 2, 3]) inbox.put(ping(id));
    expect([inbox.take(), await inbox.read(), inbox.take(), inbox.take()]).toEqual([
      ping(1),
      ping(2),
      ping(3),
      undefined,
    ]);
    const reader = inbox.read();
    expect(inbox.take()).toBeUndefined();
    inbox.put(ping(4));
    expect([inbox.take(), await reader]).toEqual([undefined, ping(4)]);
    inbox.put(ping(5));
    inbox.end();
    expect([inbox.take(), inbox.take()]).toEqual([ping(5), undefined]);
  });

  test("keeps the order of thousands that come and go while some are always there", () => {
    const inbox = createInbox();
    let put = 0;
    const taken: unknown[] = [];
    for (let round = 0; round < 100; round++) {
      for (let count = 0; count < 37; count++) inbox.put(ping(put++));
      for (let count = 0; count < 36; count++) taken.push(inbox.take());
      expect(inbox.size()).toBe(round + 1);
    }
    while (inbox.size() > 0) taken.push(inbox.take());
    expect(taken).toEqual(Array.from({ length: 3_700 }, (_, id) => ping(id)));
    expect(inbox.take()).toBeUndefined();
  });
});
