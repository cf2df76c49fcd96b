import { TextStream } from "#text-stream";
import { ByteStream } from "./byte-stream.ts";
import type { ServerSentEvent } from "./event.ts";
import { Fields } from "./fields.ts";
import { resolveScanOptions, type ScanOptions } from "./limits.ts";

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
 *
 * Source: HTML §9.2.6.
 */
export function createEventScanner({ onEvent, ...options }: EventScannerOptions): EventScanner {
  return new Scanner(onEvent, options);
}

class Scanner implements EventScanner {
  readonly #fields: Fields;
  /** One of them, from the first chunk on. */
  #bytes: ByteStream | undefined;
  #text: TextStream | undefined;
  #state: "open" | "busy" | "ended" | "failed" = "open";
  #failure: unknown;

  constructor(onEvent: (event: ServerSentEvent) => void, options: ScanOptions) {
    this.#fields = new Fields(onEvent, resolveScanOptions(options));
  }

  get lastEventId(): string {
    return this.#fields.lastEventId;
  }

  push(chunk: Uint8Array | string): undefined {
    if (this.#state !== "open") this.#refuse();
    const isText = typeof chunk === "string";
    // A Uint8Array of any realm, which `instanceof` would not see.
    if (isText ? this.#bytes : this.#text || chunk?.[Symbol.toStringTag] !== "Uint8Array") {
      throw new TypeError("wrong kind of chunk");
    }
    this.#state = "busy";
    try {
      if (isText) {
        this.#text ??= new TextStream(this.#fields);
        this.#text.push(chunk);
      } else {
        this.#bytes ??= new ByteStream(this.#fields);
        this.#bytes.push(chunk);
      }
    } catch (error) {
      this.#fail(error);
    }
    this.#state = "open";
  }

  end(): undefined {
    if (this.#state === "busy") this.#refuse();
    if (this.#state !== "open") return;
    this.#state = "busy";
    try {
      if (this.#fields.options.dispatchIncomplete) {
        (this.#bytes ?? this.#text)?.held.interpret(this.#fields);
        this.#fields.dispatch();
      }
    } catch (error) {
      this.#fail(error);
    }
    this.#state = "ended";
    this.#release();
  }

  #refuse(): never {
    if (this.#state === "failed") throw this.#failure;
    throw new TypeError(`scanner is ${this.#state}`);
  }

  #fail(error: unknown): never {
    this.#state = "failed";
    this.#failure = error;
    this.#release();
    throw error;
  }

  #release(): undefined {
    (this.#bytes ?? this.#text)?.held.release();
    this.#fields.reset();
  }
}
