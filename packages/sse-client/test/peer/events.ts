// Text of an event stream.

/** One block of an event stream. */
export function block(event: string | undefined, data: string): string {
  return `${event === undefined ? "" : `event: ${event}\n`}data: ${data}\n\n`;
}

/** A `message` event that carries a notification. */
export function note(method: string, params?: Record<string, unknown>): string {
  return block("message", JSON.stringify({ jsonrpc: "2.0", method, ...(params && { params }) }));
}
