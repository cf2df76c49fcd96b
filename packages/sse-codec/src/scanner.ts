import { ByteChunks } from "./byte-chunks.ts";
import type { ServerSentEvent } from "./event.ts";
import { Fields } from "./fields.ts";
import { resolveScanOptions, type ScanOptions } from "./limits.ts";
import { TextChunks } from "./text-chunks.ts";

/** {@link ScanOptions} and where the events go. */
export interface EventScannerOptions extends ScanOptions {
  /** Called with each event, at the earliest byte that completes it. */
  readonly onEvent: (event: ServerSentEvent) => void;
}

/** A synchronous scanner: chunks are pushed in, callbacks are called before `push` returns. */
export interface EventScanner {
  /**
   * Scans the next chunk.
   *
   * A scanner takes bytes or text, not both. A leading U+FEFF of the stream is dropped, wherever
   * it is cut. Not to be called from one of the scanner's own callbacks.
   *
   * @param chunk - Any cut is fine, also inside a character or a CRLF. Bytes are kept, not copied,
   *   while a long line in them waits for its end: do not write over them.
   * @throws {@link EventStreamError} `ERR_SSE_EVENT_TOO_LARGE` past `maxEventBytes`,
   *   `ERR_SSE_MALFORMED_LINE` under `strict`; in both cases after dispatching what came before.
   *   From then on, and after a callback threw, every `push` throws that same error.
   * @throws TypeError after `end()`, from a callback, or for a chunk of the wrong kind.
   */
  push(chunk: Uint8Array | string): void;
  /**
   * Ends the stream: what is not complete is discarded, or dispatched under `dispatchIncomplete`.
   * A second call, and one after an error, does nothing. Not to be called from a callback either.
   */
  end(): void;
  /**
   * The last event ID in force: the option's at first, the new one already inside `onEvent`.
   *
   * Source: HTML §9.2.6, "last event ID string".
   */
  readonly lastEventId: string;
}

/**
 * Creates a scanner of one event stream.
 *
 * @throws RangeError if an option is out of range.
 *
 * @example
 * ```ts
 * const scanner = createEventScanner({ onEvent: (event) => console.log(event.data) });
 * scanner.push("data: hello\n\n");
 * ```
 */
export function createEventScanner({ onEvent, ...options }: EventScannerOptions): EventScanner {
  return new Scanner(onEvent, options);
}

class Scanner implements EventScanner {
  readonly #fields: Fields;
  readonly #dispatchIncomplete: boolean;
  #bytes: ByteChunks | undefined;
  #text: TextChunks | undefined;
  #state: "open" | "scanning" | "ended" | "failed" = "open";
  #failure: unknown;

  constructor(onEvent: (event: ServerSentEvent) => void, options: ScanOptions) {
    const resolved = resolveScanOptions(options);
    this.#fields = new Fields(onEvent, resolved);
    this.#dispatchIncomplete = resolved.dispatchIncomplete;
  }

  get lastEventId(): string {
    return this.#fields.lastEventId;
  }

  push(chunk: Uint8Array | string): undefined {
    if (this.#state !== "open") this.#refuse("push");
    if (typeof chunk === "string") {
      const text = this.#text ?? this.#startText();
      this.#state = "scanning";
      try {
        text.push(chunk);
      } catch (error) {
        this.#fail(error);
      }
    } else {
      if (!isBytes(chunk)) throw new TypeError("a chunk is a Uint8Array or a string");
      const bytes = this.#bytes ?? this.#startBytes();
      this.#state = "scanning";
      try {
        bytes.push(chunk);
      } catch (error) {
        this.#fail(error);
      }
    }
    this.#state = "open";
  }

  end(): undefined {
    if (this.#state === "ended" || this.#state === "failed") return;
    if (this.#state === "scanning") this.#refuse("end");
    this.#state = "scanning";
    try {
      if (this.#dispatchIncomplete) {
        this.#bytes?.finish();
        this.#text?.finish();
        this.#fields.dispatch();
      }
    } catch (error) {
      this.#fail(error);
    }
    this.#state = "ended";
    this.#release();
  }

  #startText(): TextChunks {
    if (this.#bytes) throw new TypeError("a scanner of bytes takes no text");
    this.#text = new TextChunks(this.#fields);
    return this.#text;
  }

  #startBytes(): ByteChunks {
    if (this.#text) throw new TypeError("a scanner of text takes no bytes");
    this.#bytes = new ByteChunks(this.#fields);
    return this.#bytes;
  }

  #refuse(method: "push" | "end"): never {
    if (this.#state === "failed") throw this.#failure;
    if (this.#state === "ended") throw new TypeError("push after end");
    throw new TypeError(`${method} from a callback of the same scanner`);
  }

  #fail(error: unknown): never {
    this.#state = "failed";
    this.#failure = error;
    this.#release();
    throw error;
  }

  #release(): undefined {
    this.#bytes?.release();
    this.#text?.release();
    this.#fields.reset();
  }
}

function isBytes(chunk: unknown): chunk is Uint8Array {
  // The tag is that of any realm's Uint8Array, which `instanceof` would refuse.
  return chunk instanceof Uint8Array || Object.prototype.toString.call(chunk) === "[object Uint8Array]";
}
