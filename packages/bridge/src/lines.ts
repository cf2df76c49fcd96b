// Bytes to lines, as MCP's stdio transport frames messages: one per line, no line break inside.
//
//     …"id":1,"result":{}}LF{"jsonrpc":…CR LF…
//
// LF ends a line, and a CR before it belongs to the end. Nothing else does: U+2028 may stand in JSON. Bytes, not
// text: a character that is cut between two chunks is whole again before anybody decodes it.

const LF = 0x0a;
const CR = 0x0d;
const FIRST_ROOM = 64 * 1024;

/** How much of a line that is too long is kept, at each of its ends. */
const EDGE_BYTES = 1024;

/** The two ends of a line that is longer than the limit, and its length. */
export interface LongLine {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  readonly bytes: number;
}

/** Told what the lines are. */
export interface LineReceiver {
  /** A line without its end. The bytes are the caller's: they are overwritten after the call. */
  onLine(line: Uint8Array): void;
  /** A line passed the limit; the next one is read as if nothing had been. */
  onLongLine(line: LongLine): void;
}

/** Splits chunks into lines; holds at most one line, and of that at most the limit. */
export class LineSplitter {
  readonly #maxLineBytes: number;
  readonly #receiver: LineReceiver;
  #held: Buffer = Buffer.alloc(0);
  #heldBytes = 0;
  /** Of a line that is too long, what is known of it; its tail is in `held`. */
  #long: { readonly head: Uint8Array; bytes: number } | undefined;

  /** @param maxLineBytes - largest line, its end not counted; exactly the limit passes. */
  constructor(maxLineBytes: number, receiver: LineReceiver) {
    this.#maxLineBytes = maxLineBytes;
    this.#receiver = receiver;
  }

  /** Takes the next chunk, cut anywhere. */
  push(chunk: Buffer): void {
    let from = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, from)) {
      this.#finish(chunk.subarray(from, end));
      from = end + 1;
    }
    if (from < chunk.length) this.#hold(chunk.subarray(from));
  }

  /** The stream has ended: what has no line end is a line. */
  end(): void {
    if (this.#heldBytes > 0 || this.#long !== undefined) this.#finish(Buffer.alloc(0));
  }

  #finish(rest: Buffer): void {
    let line: Uint8Array = rest;
    if (this.#heldBytes > 0 || this.#long !== undefined) {
      this.#hold(rest);
      if (this.#long !== undefined) {
        this.#finishLong(this.#long);
        return;
      }
      line = this.#held.subarray(0, this.#heldBytes);
    }
    if (line.at(-1) === CR) line = line.subarray(0, -1);
    this.#heldBytes = 0;
    if (line.length > this.#maxLineBytes) {
      const { length: bytes } = line;
      this.#receiver.onLongLine({ head: line.slice(0, EDGE_BYTES), tail: line.slice(-EDGE_BYTES), bytes });
    } else {
      this.#receiver.onLine(line);
    }
    if (this.#held.length > FIRST_ROOM && this.#heldBytes === 0) this.#held = Buffer.alloc(0);
  }

  #finishLong({ head, bytes }: { readonly head: Uint8Array; readonly bytes: number }): void {
    const held = Uint8Array.from(this.#held.subarray(0, this.#heldBytes));
    const hasReturn = held.at(-1) === CR;
    const tail = hasReturn ? held.subarray(0, -1) : held;
    this.#receiver.onLongLine({ head, tail, bytes: hasReturn ? bytes - 1 : bytes });
    this.#long = undefined;
    this.#heldBytes = 0;
  }

  #hold(piece: Buffer): void {
    if (this.#long !== undefined) {
      this.#long.bytes += piece.length;
      this.#keepTail(piece);
      return;
    }
    this.#reserve(this.#heldBytes + piece.length);
    piece.copy(this.#held, this.#heldBytes);
    this.#heldBytes += piece.length;
    // One byte more may be a CR that belongs to the end.
    if (this.#heldBytes <= this.#maxLineBytes + 1) return;
    const held = this.#held.subarray(0, this.#heldBytes);
    this.#long = { head: Uint8Array.from(held.subarray(0, EDGE_BYTES)), bytes: this.#heldBytes };
    this.#held = Buffer.alloc(0);
    this.#heldBytes = 0;
    this.#keepTail(held);
  }

  #keepTail(piece: Buffer): void {
    const kept = Buffer.concat([this.#held.subarray(0, this.#heldBytes), piece.subarray(-EDGE_BYTES)]);
    this.#held = kept.subarray(-EDGE_BYTES);
    this.#heldBytes = this.#held.length;
  }

  /** Doubles, so that a line in many small pieces is copied a constant number of times. */
  #reserve(bytes: number): void {
    if (bytes <= this.#held.length) return;
    const room = Buffer.allocUnsafeSlow(Math.max(FIRST_ROOM, bytes, 2 * this.#held.length));
    this.#held.copy(room, 0, 0, this.#heldBytes);
    this.#held = room;
  }
}
