// Waiting for the application to say who is asking: not for ever, and not for a client that has left.

import type { Authorized } from "./authorize.ts";
import { SseServerError } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import { REFUSALS } from "./refusal.ts";

/**
 * Settles with what `asked` says, or with a refusal when it says nothing within the time or the client gives up first.
 *
 * @param asked - never rejects.
 * @param timeoutMs - of the option `acceptTimeoutMs`.
 * @param onLate - told of a failure that comes after the refusal.
 */
export function awaitAuthorization(
  asked: Promise<Authorized>,
  exchange: Exchange,
  timeoutMs: number,
  onLate: (error: unknown) => void,
): Promise<Authorized> {
  return new Promise((resolve) => {
    const abandoned = exchange.abandoned();
    let settled = false;
    const settle = (authorized: Authorized): void => {
      settled = true;
      clearTimeout(timer);
      abandoned.removeEventListener("abort", onLeave);
      resolve(authorized);
    };
    const onLeave = (): void =>
      settle({
        refusal: REFUSALS.AUTHORIZE_TIMEOUT,
        detail: "the client gave up while authorize was at work",
      });
    const onTimeout = (): void => {
      const detail = `authorize took longer than ${timeoutMs} ms (acceptTimeoutMs)`;
      settle({
        refusal: REFUSALS.AUTHORIZE_TIMEOUT,
        detail,
        error: new SseServerError("ERR_SSE_AUTHORIZE", detail),
      });
    };
    const timer = timeoutMs === Infinity ? undefined : setTimeout(onTimeout, timeoutMs);
    abandoned.addEventListener("abort", onLeave, { once: true });
    if (abandoned.aborted) onLeave();
    void asked.then((authorized) => {
      if (!settled) settle(authorized);
      else if ("error" in authorized) onLate(authorized.error);
    });
  });
}
