// A client that never rests: a stream, and one request after the other on it; a new stream when that one has ended.

import { request } from "node:http";
import { sleep } from "./processes.ts";

/** A POST, or the answer to one that was accepted, may take so long, in ms; then it hangs. */
const HANG_MS = 5_000;

/** What its POSTs came to. */
export interface Tally {
  /** By status; "hung" of those without one, "reset" of those whose connection broke. */
  readonly posts: Map<number | "hung" | "reset", number>;
  /** Accepted, and not answered although the stream stayed. */
  lost: number;
  sessions: number;
}

export function newTally(): Tally {
  return { posts: new Map(), lost: 0, sessions: 0 };
}

/** Works until `signal` is aborted; counts into what `tally` gives at the time. */
export async function work(url: URL, tally: () => Tally, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const stream = await openStream(url, signal);
    if (stream === undefined) {
      await sleep(20);
      continue;
    }
    tally().sessions++;
    for (let id = 1; !stream.ended && !signal.aborted; id++) {
      const count = tally();
      const status = await post(stream.endpoint, `{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
      count.posts.set(status, (count.posts.get(status) ?? 0) + 1);
      // 404: the session is gone, and the end of its stream is on its way.
      if (status === 404) break;
      if (status !== 202) await sleep(20);
      else if (!(await stream.answered(id))) count.lost++;
    }
    stream.close();
  }
}

interface Stream {
  readonly endpoint: URL;
  readonly ended: boolean;
  /** Whether an answer came, or none can: the stream has ended. False when it stayed, and nothing came. */
  answered(id: number): Promise<boolean>;
  close(): void;
}

function openStream(url: URL, signal: AbortSignal): Promise<Stream | undefined> {
  return new Promise((resolve) => {
    let ended = false;
    let lastAnswered = 0;
    let onChange: (() => void) | undefined;
    const end = (): void => {
      ended = true;
      onChange?.();
      resolve(undefined);
    };
    const sent = request(
      url,
      { agent: false, signal, headers: { accept: "text/event-stream" } },
      (response) => {
        response.on("error", end).on("close", end);
        if (response.statusCode !== 200) {
          response.resume();
          return;
        }
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
          for (let at = text.indexOf("\n\n"); at !== -1; at = text.indexOf("\n\n")) {
            onEvent(text.slice(0, at));
            text = text.slice(at + 2);
          }
        });
      },
    );
    sent.on("error", end).end();

    function onEvent(block: string): void {
      const data = /^data: (.+)$/m.exec(block)?.[1];
      if (data === undefined) return;
      if (block.startsWith("event: endpoint")) resolve(streamOf(new URL(data, url)));
      else lastAnswered = (JSON.parse(data) as { id: number }).id;
      onChange?.();
    }

    function streamOf(endpoint: URL): Stream {
      return {
        endpoint,
        get ended() {
          return ended;
        },
        // One request at a time: whoever waits is the only one.
        answered: (id) =>
          new Promise((settle) => {
            const timer = setTimeout(() => done(false), HANG_MS);
            const done = (is: boolean): void => {
              clearTimeout(timer);
              onChange = undefined;
              settle(is);
            };
            onChange = () => {
              if (ended || lastAnswered >= id) done(true);
            };
            onChange();
          }),
        close: () => void sent.destroy(),
      };
    }
  });
}

function post(endpoint: URL, body: string): Promise<number | "hung" | "reset"> {
  return new Promise((resolve) => {
    const headers = { "content-type": "application/json", "content-length": body.length };
    // A connection for each: one that is kept open may end with a worker of nginx, under the next POST.
    const sent = request(endpoint, { method: "POST", agent: false, headers }, (response) => {
      response.resume().on("close", () => {
        clearTimeout(timer);
        resolve(response.statusCode ?? "reset");
      });
    });
    const timer = setTimeout(() => {
      resolve("hung");
      sent.destroy();
    }, HANG_MS);
    sent.on("error", () => {
      clearTimeout(timer);
      resolve("reset");
    });
    sent.end(body);
  });
}
