// A server within the process, for tests that move the clock: everything that it does takes no time.

import type { FetchLike } from "../../src/options.ts";
import { block } from "./events.ts";

export interface FakeServer {
  readonly fetch: FetchLike;
  /** The POSTs in order, each with what answers it. */
  readonly posts: { answer(status: number): void }[];
  /** Writes to the stream that was opened last. */
  send(text: string): void;
  /** Ends that stream, or breaks it. */
  end(cause?: Error): void;
  /** Whether the client has given that stream up. */
  readonly isCancelled: boolean;
}

/** @param onGet - the status of the answer to a GET; 200 when absent. */
export function createFakeServer(onGet: (headers: Headers) => number = () => 200): FakeServer {
  const posts: FakeServer["posts"] = [];
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isCancelled = false;

  function send(text: string): void {
    stream?.enqueue(new TextEncoder().encode(text));
  }

  return {
    posts,
    send,
    end: (cause) => (cause === undefined ? stream?.close() : stream?.error(cause)),
    get isCancelled() {
      return isCancelled;
    },
    async fetch(_url, init = {}) {
      if (init.method === "POST") {
        return new Promise((resolve) => {
          posts.push({ answer: (status) => resolve(new Response(null, { status })) });
        });
      }
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          stream = controller;
        },
        cancel() {
          isCancelled = true;
        },
      });
      const status = onGet(new Headers(init.headers));
      if (status === 200) send(block("endpoint", "/message"));
      return new Response(body, { status, headers: { "content-type": "text/event-stream" } });
    },
  };
}
