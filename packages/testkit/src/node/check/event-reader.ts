// Reads an event stream of anybody's writer, by HTML §9.2.6 and with nothing of what is tested.

/** One event, as HTML dispatches it. */
export interface StreamEvent {
  /** `undefined` when no `event` field came. */
  readonly event: string | undefined;
  readonly data: string;
}

/** What a stream has been so far. */
export interface EventReader {
  /** Every line without its end, as it came. */
  readonly lines: readonly string[];
  /** The comments among them, without their colon. */
  readonly comments: readonly string[];
  /** Whether every byte so far was UTF-8. */
  readonly isUtf8: boolean;
  /** The next event; `undefined` at the end. */
  next(): Promise<StreamEvent | undefined>;
}

/** Creates a reader of the pieces of a body. `onLine` hears each line when it is complete. */
export function createEventReader(
  body: AsyncIterator<Uint8Array>,
  onLine: (line: string) => void = () => {},
): EventReader {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const lenient = new TextDecoder();
  const lines: string[] = [];
  const comments: string[] = [];
  const ready: StreamEvent[] = [];
  let isUtf8 = true;
  let rest = "";
  let wasCr = false;
  let event: string | undefined;
  let data: string[] = [];

  function decode(bytes: Uint8Array): string {
    if (isUtf8) {
      try {
        decoder.decode(bytes, { stream: true });
      } catch {
        isUtf8 = false;
      }
    }
    return lenient.decode(bytes, { stream: true });
  }

  function takeLine(line: string): void {
    lines.push(line);
    onLine(line);
    if (line === "") {
      if (data.length > 0) ready.push({ event, data: data.join("\n") });
      event = undefined;
      data = [];
      return;
    }
    const colon = line.indexOf(":");
    if (colon === 0) comments.push(line.slice(1));
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") event = value === "" ? undefined : value;
    else if (field === "data") data.push(value);
  }

  function take(text: string): void {
    // A CR at the end may be half of a CRLF; a line that ends so is complete all the same.
    const fresh = wasCr && text.startsWith("\n") ? text.slice(1) : text;
    if (text !== "") wasCr = text.endsWith("\r");
    const parts = (rest + fresh).split(/\r\n|\r|\n/);
    rest = parts.pop() ?? "";
    for (const line of parts) takeLine(line);
  }

  return {
    lines,
    comments,
    get isUtf8() {
      return isUtf8;
    },
    async next() {
      while (ready.length === 0) {
        const { done, value } = await body.next();
        if (done) return undefined;
        take(decode(value));
      }
      return ready.shift();
    },
  };
}
