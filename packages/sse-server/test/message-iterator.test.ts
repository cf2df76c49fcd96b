import { expect, test, vi } from "vitest";
import { MessageIterator } from "../src/message-iterator.ts";
import type { SseSession } from "../src/session.ts";

test("MessageIterator gives a session's messages to its end, and takes none when it is left", async () => {
  const message = { jsonrpc: "2.0", method: "notifications/one" } as const;
  const request = {} as SseSession["request"];
  const receive = vi
    .fn<SseSession["receive"]>()
    .mockResolvedValueOnce({ message, request })
    .mockResolvedValueOnce(undefined);
  const iterator = new MessageIterator({ receive });
  expect(await iterator.next()).toEqual({ done: false, value: message });
  expect(await iterator.next()).toEqual({ done: true, value: undefined });
  expect(await iterator.return()).toEqual({ done: true, value: undefined });
  expect(receive).toHaveBeenCalledTimes(2);
});
