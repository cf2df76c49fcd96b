// Waiting for the application to say who is asking: not for ever, and not for a client that has left.

import type { Authorized } from "./authorize.ts";
import { SseServerError } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import type { Interruptions } from "./interruptions.ts";
import type { Reporter } from "./observer.ts";
import { REFUSALS } from "./refusal.ts";
import { HANDLER_CLOSED } from "./request-guard.ts";

/** The handler that waits: told of a failure after the refusal, it waits no longer than it lives. */
export interface Waiter {
  readonly reporter: Pick<Reporter, "error">;
  readonly interruptions: Interruptions;
}

/**
 * Settles with what `asked` says, or with a refusal when it says nothing within the time, or the client gives up or the
 * handler closes first.
 *
 * @param asked - never rejects.
 * @param timeoutMs - of the option `acceptTimeoutMs`.
 */
export function awaitAuthorization(
  asked: Promise<Authorized>,
  exchange: Exchange,
  timeoutMs: number,
  { reporter, interruptions }: Waiter,
): Promise<Authorized> {
  return new Promise((resolve) => {
    const abandoned = exchange.abandoned();
    let settled = false;
    let forget: (() => void) | undefined;
    const settle = (authorized: Authorized): void => {
      settled = true;
      clearTimeout(timer);
      abandoned.removeEventListener("abort", onLeave);
      forget?.();
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
    forget = interruptions.add(() => settle(HANDLER_CLOSED));
    abandoned.addEventListener("abort", onLeave, { once: true });
    if (abandoned.aborted) onLeave();
    void asked.then((authorized) => {
      if (!settled) settle(authorized);
      else if ("error" in authorized) reporter.error(undefined, authorized.error);
    });
  });
}
