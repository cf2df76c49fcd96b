// The body of a Request, up to a limit and a deadline.

import type { Body } from "../exchange.ts";
import type { Interruptions } from "../interruptions.ts";
import { LINGER_MS } from "../limits.ts";

/** Reads a body whole. Of what is too large the rest is swallowed for a while; of what is too slow it is cancelled. */
export async function readRequestBody(
  request: Request,
  maxBytes: number,
  timeoutMs: number,
  owner?: Interruptions,
): Promise<Body> {
  const { body, signal } = request;
  if (request.bodyUsed || body?.locked) return { kind: "consumed" };
  if (body === null) return { kind: "content", content: "", bytes: 0 };
  const reader = body.getReader();
  let failed: "timeout" | "aborted" | "over" | undefined;
  const fail = (why: "timeout" | "aborted" | "over"): void => {
    failed ??= why;
    giveUp(reader);
  };
  const timer = timeoutMs === Infinity ? undefined : setTimeout(fail, timeoutMs, "timeout");
  // Not every platform breaks the body off when the client leaves.
  const onAbort = (): void => fail("aborted");
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  const forget = owner?.add(() => fail("over"));
  try {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (failed !== undefined) return { kind: failed };
      if (done) return { kind: "content", content: concat(chunks, bytes), bytes };
      bytes += value.byteLength;
      // Not `bytes > maxBytes`, which NaN would pass: a stream of text has no bytes to count.
      if (!(bytes <= maxBytes)) {
        clearTimeout(timer);
        await swallow(reader);
        return { kind: "too-large" };
      }
      chunks.push(value);
    }
  } catch {
    return { kind: failed ?? "aborted" };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
    forget?.();
  }
}

/** Reads on for a while, and keeps nothing. Never rejects. */
export async function swallow(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const until = performance.now() + LINGER_MS;
  const timer = setTimeout(giveUp, LINGER_MS, reader);
  try {
    // The clock as well: a body that always has its next chunk at hand leaves no timer its turn.
    while (!(await reader.read()).done) if (performance.now() >= until) giveUp(reader);
  } catch {
    // The client left, and there is nobody to answer.
  } finally {
    clearTimeout(timer);
  }
}

/** Makes one array of many. */
export function concat(chunks: readonly Uint8Array[], bytes: number): Uint8Array {
  if (chunks.length === 1) return chunks[0] as Uint8Array;
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

function giveUp(reader: ReadableStreamDefaultReader<Uint8Array>): void {
  reader.cancel().catch(() => undefined);
}
