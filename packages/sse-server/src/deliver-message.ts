// POST: a message into its session's queue. 202 only when it is in.

import type { Exchange } from "./exchange.ts";
import { MAX_WAITING_BYTES, type ResolvedSessionLimits } from "./limits.ts";
import { PostedMessage } from "./posted-message.ts";
import { messageOf, receiveBody } from "./receive-body.ts";
import { REFUSALS } from "./refusal.ts";
import type { Refused } from "./request-guard.ts";
import type { ServerSession } from "./server-session.ts";
import type { ReceivedMessage } from "./session.ts";

const UNKNOWN: Refused = { refusal: REFUSALS.UNKNOWN_SESSION, detail: "no such session" };

/**
 * Reads the POST and queues its message.
 *
 * @returns `undefined` when the message is in the queue; otherwise it is not, and never will be.
 */
export async function deliverMessage(
  exchange: Exchange,
  session: ServerSession,
  limits: ResolvedSessionLimits,
): Promise<Refused | undefined> {
  const body = await receiveBody(exchange, limits.maxBodyBytes, limits.bodyTimeoutMs, session.interruptions);
  if (body === undefined) return UNKNOWN;
  if ("refusal" in body) return body;
  const message = messageOf(body);
  if ("refusal" in message) return message;
  const received = new PostedMessage(message, exchange.request);
  if (!session.inbox.tryPut(received)) {
    const refused = await waitForRoom(exchange, session, received, body.bytes, limits);
    if (refused !== undefined) return refused;
  }
  session.received(body.bytes);
  return undefined;
}

async function waitForRoom(
  exchange: Exchange,
  session: ServerSession,
  received: ReceivedMessage,
  bytes: number,
  limits: ResolvedSessionLimits,
): Promise<Refused | undefined> {
  const { inbox } = session;
  if (inbox.ended) return UNKNOWN;
  const { queueTimeoutMs, maxQueuedMessages } = limits;
  if (session.waitingBytes > 0 && session.waitingBytes + bytes > MAX_WAITING_BYTES) {
    const detail = `${session.waitingBytes} bytes of POSTs wait for room (maxQueuedMessages)`;
    return { refusal: REFUSALS.QUEUE_FULL, detail };
  }
  session.waitingBytes += bytes;
  const wait = waitUntil(exchange.abandoned(), queueTimeoutMs);
  try {
    return (await inbox.put(received, { signal: wait.signal })) ? undefined : UNKNOWN;
  } catch {
    const full = `${maxQueuedMessages} messages wait to be read (maxQueuedMessages, queueTimeoutMs)`;
    const detail = exchange.abandoned().aborted ? `the client gave up while ${full}` : full;
    return { refusal: REFUSALS.QUEUE_FULL, detail };
  } finally {
    session.waitingBytes -= bytes;
    wait.stop();
  }
}

/** A signal for waiting until the client gives up or the deadline passes. */
function waitUntil(abandoned: AbortSignal, timeoutMs: number): { signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const give = (): void => controller.abort();
  const timer = timeoutMs === Infinity ? undefined : setTimeout(give, timeoutMs);
  if (abandoned.aborted) give();
  abandoned.addEventListener("abort", give, { once: true });
  return {
    signal: controller.signal,
    stop() {
      clearTimeout(timer);
      abandoned.removeEventListener("abort", give);
    },
  };
}
