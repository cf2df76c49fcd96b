import { EventStreamError } from "./errors.ts";
import type { ServerSentEvent } from "./event.ts";
import { FieldInterpreter } from "./fields.ts";
import { type ResolvedScanOptions, resolveScanOptions, type ScanOptions } from "./limits.ts";

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
   * @param chunk - Any cut is fine, also inside a character or a CRLF. The caller's again afterwards.
   * @throws {@link EventStreamError} `ERR_SSE_EVENT_TOO_LARGE` past `maxEventBytes`,
   *   `ERR_SSE_MALFORMED_LINE` under `strict`; in both cases after dispatching what came before.
   *   From then on, and after a callback threw, every `push` throws that same error.
   * @throws TypeError after `end()`, from a callback, or for a chunk of the wrong kind.
   */
  push(chunk: Uint8Array | string): void;
  /**
   * Ends the stream: what is not complete is discarded, or dispatched under `dispatchIncomplete`.
   * A second call does nothing.
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
 */
export function createEventScanner({ onEvent, ...options }: EventScannerOptions): EventScanner {
  return new Scanner(onEvent, resolveScanOptions(options));
}

const LF = 0x0a;
const CR = 0x0d;
const BOM = "\uFEFF";

class Scanner implements EventScanner {
  readonly #fields: FieldInterpreter;
  readonly #options: ResolvedScanOptions;
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #kind: "bytes" | "text" | undefined;
  #held: Uint8Array = new Uint8Array(0);
  #heldText = "";
  #skipLf = false;
  #atStart = true;
  #pending = 0;
  #failure: { error: unknown } | undefined;
  #ended = false;
  #scanning = false;

  constructor(onEvent: (event: ServerSentEvent) => void, options: ResolvedScanOptions) {
    this.#fields = new FieldInterpreter(onEvent, options);
    this.#options = options;
  }

  get lastEventId(): string {
    return this.#fields.lastEventId;
  }

  push(chunk: Uint8Array | string): undefined {
    if (this.#failure) throw this.#failure.error;
    if (this.#ended) throw new TypeError("push after end");
    const kind = typeof chunk === "string" ? "text" : "bytes";
    if (kind === "bytes" && !(chunk instanceof Uint8Array))
      throw new TypeError("a chunk is a Uint8Array or a string");
    this.#kind ??= kind;
    if (this.#kind !== kind) throw new TypeError("a scanner takes bytes or text, not both");
    this.#guard(() => (typeof chunk === "string" ? this.#scanText(chunk) : this.#scanBytes(chunk)));
  }

  end(): undefined {
    if (this.#ended || this.#failure) return;
    this.#guard(() => {
      this.#ended = true;
      if (this.#options.dispatchIncomplete) {
        const rest = this.#kind === "bytes" ? this.#decoder.decode(this.#held) : this.#heldText;
        if (rest !== "") this.#line(rest, this.#kind === "bytes" ? this.#held.length : rest.length);
        this.#fields.dispatch();
      }
    });
    this.#release();
  }

  #guard(scan: () => void): undefined {
    if (this.#scanning) throw new TypeError("a callback may not push into its own scanner or end it");
    this.#scanning = true;
    try {
      scan();
    } catch (error) {
      this.#failure = { error };
      this.#release();
      throw error;
    } finally {
      this.#scanning = false;
    }
  }

  #release(): undefined {
    this.#held = new Uint8Array(0);
    this.#heldText = "";
    this.#fields.reset();
  }

  #scanBytes(chunk: Uint8Array): undefined {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      const skip = byte === LF && this.#skipLf;
      this.#skipLf = byte === CR;
      if (skip) start = at + 1;
      else if (byte === LF || byte === CR) {
        const line = join(this.#held, chunk.subarray(start, at));
        this.#held = new Uint8Array(0);
        start = at + 1;
        this.#line(this.#decoder.decode(line), line.length);
      }
    }
    if (start < chunk.length) {
      this.#held = join(this.#held, chunk.subarray(start));
      this.#measure(this.#decoder.decode(this.#held), this.#held.length, false);
    }
  }

  #scanText(chunk: string): undefined {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const unit = chunk.charCodeAt(at);
      const skip = unit === LF && this.#skipLf;
      this.#skipLf = unit === CR;
      if (skip) start = at + 1;
      else if (unit === LF || unit === CR) {
        const line = this.#heldText + chunk.slice(start, at);
        this.#heldText = "";
        start = at + 1;
        this.#line(line, line.length);
      }
    }
    if (start < chunk.length) {
      this.#heldText += chunk.slice(start);
      this.#measure(this.#heldText, this.#heldText.length, false);
    }
  }

  #line(text: string, length: number): undefined {
    this.#measure(text, length, true);
    const line = this.#atStart && text.startsWith(BOM) ? text.slice(1) : text;
    this.#atStart = false;

    // "If the line is empty (a blank line): Dispatch the event"
    if (line === "") {
      this.#pending = 0;
      this.#fields.dispatch();
      return;
    }
    const colon = line.indexOf(":");
    if (colon === -1) {
      if (this.#options.strict) throw new EventStreamError("ERR_SSE_MALFORMED_LINE", "a line has no colon");
      // "Process the field using … the whole line as the field name, and the empty string as the
      // field value."
      this.#fields.field(line, "");
      return;
    }
    // "If value starts with a U+0020 SPACE character, remove it from value."
    const value = line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    // "If the line starts with a U+003A COLON character (:): Ignore the line."
    if (colon === 0) this.#fields.comment(value);
    else this.#fields.field(line.slice(0, colon), value);
  }

  /** Counts a line, which may lack its end, and throws past the limit. */
  #measure(text: string, length: number, complete: boolean): undefined {
    const bom = this.#atStart && text.startsWith(BOM);
    const line = bom ? text.slice(1) : text;
    const size = bom ? length - (this.#kind === "bytes" ? 3 : 1) : length;
    const adds = complete ? /^(?:data|event|id)(?::|$)/.test(line) : /^(?:data|event|id):/.test(line);
    const total = adds ? this.#pending + size : size;
    if (total > this.#options.maxEventBytes) {
      throw new EventStreamError(
        "ERR_SSE_EVENT_TOO_LARGE",
        `the event is larger than maxEventBytes, ${this.#options.maxEventBytes}`,
      );
    }
    if (complete && adds) this.#pending = total;
  }
}

function join(held: Uint8Array, rest: Uint8Array): Uint8Array {
  const line = new Uint8Array(held.length + rest.length);
  line.set(held);
  line.set(rest, held.length);
  return line;
}
