/**
 * A server-sent event: the fields of one block of an event stream.
 *
 * Written by {@link encodeEvent}, read by {@link createEventScanner} and its kin. Of a scanned
 * event a field is absent when the block did not carry it.
 *
 * Source: HTML §9.2.6.
 */
export interface ServerSentEvent {
  /** Event type. Absent in a scanned event without a non-empty `event` field: `message` to a browser. */
  readonly event?: string | undefined;
  /** Event data, its lines joined by LF. May be empty. */
  readonly data: string;
  /** The block's own `id`; `""` resets the last event ID. For the one in force see `lastEventId`. */
  readonly id?: string | undefined;
  /** The block's own reconnection time, in milliseconds. */
  readonly retry?: number | undefined;
}
