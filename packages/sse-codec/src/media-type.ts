// Essence of a MIME type: what stands before the first ";", without the white space around it.
// The flag `i` without `u` folds ASCII letters only, as "ASCII case-insensitive" asks.
const EVENT_STREAM = /^[\t\n\r ]*text\/event-stream[\t\n\r ]*(?:;|$)/i;

/**
 * Tells whether a `Content-Type` value names an event stream.
 *
 * Only the essence counts: parameters, a wrong `charset` among them, are not looked at, because an
 * event stream is always UTF-8.
 *
 * Source: HTML §9.2.2, §9.2.5; MIME Sniffing §4.
 */
export function isEventStream(contentType: string | null | undefined): boolean {
  return EVENT_STREAM.test(contentType ?? "");
}
