// A session as a loop sees it: `for await (const message of session)`.

import type { JsonRpcMessage } from "@mcp-sse/jsonrpc";
import type { ReceivedMessage, SseSession } from "./session.ts";

/** A class, because most sessions are read by a loop that waits: closures would be a good part of what it holds. */
export class MessageIterator implements AsyncIterator<JsonRpcMessage, undefined> {
  readonly #session: Pick<SseSession, "receive">;

  constructor(session: Pick<SseSession, "receive">) {
    this.#session = session;
  }

  next(): Promise<IteratorResult<JsonRpcMessage, undefined>> {
    return this.#session.receive().then(iteratorResultOf);
  }

  async return(): Promise<IteratorResult<JsonRpcMessage, undefined>> {
    return { done: true, value: undefined };
  }
}

function iteratorResultOf(received: ReceivedMessage | undefined): IteratorResult<JsonRpcMessage, undefined> {
  return received === undefined ? { done: true, value: undefined } : { done: false, value: received.message };
}
