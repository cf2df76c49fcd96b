import { PATIENCE_MS, within } from "../../patience.ts";
import type { RawHead } from "./raw-response.ts";

/** One block of an event stream that dispatches. */
export interface RawEvent {
  readonly event: string | undefined;
  readonly data: string;
}

/** An answer that goes on: an event stream. */
export interface RawStream {
  readonly head: RawHead;
  /** Everything that was read of the body so far. */
  readonly text: string;
  /** The comments that were read so far, without their colon. */
  readonly comments: readonly string[];
  /**
   * The next event; `undefined` at the end of the stream.
   *
   * @throws Error when neither comes within the deadline.
   */
  next(deadlineMs?: number): Promise<RawEvent | undefined>;
}

/**
 * Reads an event stream from the pieces of a body.
 *
 * For streams of our own writer's shape only (LF, one space): what reads any stream is what is tested.
 */
export function createRawStream(head: RawHead, body: AsyncGenerator<Buffer>): RawStream {
  const decoder = new TextDecoder();
  const comments: string[] = [];
  let text = "";
  let rest = "";

  async function nextEvent(): Promise<RawEvent | undefined> {
    for (;;) {
      for (let at = rest.indexOf("\n\n"); at >= 0; at = rest.indexOf("\n\n")) {
        const block = rest.slice(0, at);
        rest = rest.slice(at + 2);
        const event = parseBlock(block, comments);
        if (event) return event;
      }
      const { done, value } = await body.next();
      if (done) return undefined;
      const decoded = decoder.decode(value, { stream: true });
      text += decoded;
      rest += decoded;
    }
  }

  return {
    head,
    comments,
    get text() {
      return text;
    },
    next: (deadlineMs = PATIENCE_MS) => within(nextEvent(), "the next event", deadlineMs),
  };
}

function parseBlock(block: string, comments: string[]): RawEvent | undefined {
  let event: string | undefined;
  const data: string[] = [];
  for (const line of block.split("\n")) {
    if (line.startsWith(":")) comments.push(line.slice(1).trim());
    else if (line.startsWith("event: ")) event = line.slice(7);
    else if (line.startsWith("data: ")) data.push(line.slice(6));
  }
  return data.length === 0 ? undefined : { event, data: data.join("\n") };
}
