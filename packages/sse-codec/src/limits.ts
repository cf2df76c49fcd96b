/** How an event stream is read, and what it may make this process hold in memory. */
export interface ScanOptions {
  /**
   * Largest pending event, in bytes of its lines (UTF-16 code units where text is pushed). Field
   * names count, line ends do not.
   *
   * The `data`, `event` and `id` lines of an event add up; a comment, a `retry` and an unknown
   * line count by themselves, since nothing of them is kept. Exactly the limit passes. Checked as
   * input arrives, so a line that never ends cannot grow past it; however the input is cut, the
   * verdict is the same.
   *
   * @defaultValue 16 MiB: an MCP result can carry an image as base64; nothing sane is larger.
   */
  readonly maxEventBytes?: number | undefined;
  /**
   * Ends the stream with `ERR_SSE_MALFORMED_LINE` at a line without a colon, which HTML takes for
   * a field with an empty value.
   *
   * @defaultValue `false`
   */
  readonly strict?: boolean | undefined;
  /**
   * Dispatches what stands at the end of the stream without its blank line, an unterminated last
   * line included. HTML discards it: it may be half of something.
   *
   * @defaultValue `false`
   */
  readonly dispatchIncomplete?: boolean | undefined;
  /**
   * Last event ID to start from, for a stream that continues another.
   *
   * @defaultValue `""`
   */
  readonly lastEventId?: string | undefined;
  /** Called with each comment, one leading space removed. */
  readonly onComment?: ((comment: string) => void) | undefined;
  /** Called with each valid `retry`, in ms and at most 2^53-1, as soon as its line ends. */
  readonly onRetry?: ((retry: number) => void) | undefined;
  /** Called at the end of each block with a valid `id`, before the event if there is one. */
  readonly onLastEventId?: ((lastEventId: string) => void) | undefined;
}

/** {@link ScanOptions} with the defaults filled in; an absent boolean is false. */
export interface ResolvedScanOptions extends ScanOptions {
  readonly maxEventBytes: number;
  readonly lastEventId: string;
}

const MIB = 1024 * 1024;

/** Fills in the defaults. `Infinity` opts out of a limit. */
export function resolveScanOptions(options: ScanOptions): ResolvedScanOptions {
  const { maxEventBytes = 16 * MIB, lastEventId = "" } = options;
  // Not `maxEventBytes <= 0`, which NaN would pass.
  if (!(maxEventBytes > 0)) {
    throw new RangeError(`maxEventBytes must be > 0: ${maxEventBytes}`);
  }
  return { ...options, maxEventBytes, lastEventId };
}
