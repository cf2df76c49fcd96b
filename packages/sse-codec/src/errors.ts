/**
 * What an {@link EventStreamError} is about.
 *
 * - `ERR_SSE_FIELD_VALUE`: the encoder was given a field that no reader would read back.
 * - `ERR_SSE_EVENT_TOO_LARGE`: the stream passed `maxEventBytes`.
 * - `ERR_SSE_MALFORMED_LINE`: a line without a colon, under the option `strict`.
 */
export type EventStreamErrorCode =
  | "ERR_SSE_FIELD_VALUE"
  | "ERR_SSE_EVENT_TOO_LARGE"
  | "ERR_SSE_MALFORMED_LINE";

/** An event that cannot be written, or a stream that is not read any further. Match by `code`. */
export class EventStreamError extends Error {
  override readonly name: string = "EventStreamError";
  /** Stable, unlike `message`. */
  declare readonly code: EventStreamErrorCode;

  constructor(code: EventStreamErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
