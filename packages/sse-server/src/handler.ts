// createSseHandler: GET opens, POST delivers, anything else is refused.

import { respond } from "./fetch/respond.ts";
import { type Accept, HandlerCore } from "./handler-core.ts";
import { checkGrace } from "./limits.ts";
import { resolveOptions, type SseHandlerOptions } from "./options.ts";
import type { SseSession } from "./session.ts";
import { wrongKind } from "./wrong-option.ts";

/** The HTTP face of any number of sessions: `fetch` here, a listener for Node in `./node`. */
export interface SseHandler {
  /**
   * Answers one request; never rejects. It may be passed around unbound.
   *
   * A GET's answer is a stream that stays open for the life of its session.
   */
  fetch(request: Request): Promise<Response>;

  /**
   * Takes no new session, ends every session with `shutdown`, and settles when their streams have ended. What was
   * written before leaves, for at most `graceMs`; then streams are cut. The same promise at every call.
   *
   * @throws RangeError if `graceMs` is neither 0 nor what a limit in ms may be.
   */
  close(options?: { readonly graceMs?: number | undefined }): Promise<void>;

  /** Live sessions; one whose `accept` has not started the answer counts. */
  readonly sessionCount: number;

  /** The live sessions. */
  sessions(): Iterable<SseSession>;
}

const cores = new WeakMap<SseHandler, HandlerCore>();

/**
 * Creates a handler.
 *
 * @param accept - handed every new session, before anything is written. The answer starts when it returns or
 *   settles, or when it first reads, writes or iterates the session. A failure before that is 500 and leaves no
 *   session; afterwards it ends the session with `accept-failed`.
 * @throws TypeError if `accept` is no function, and for an option of the wrong kind; RangeError for an option that
 *   makes no sense. Both name the option and the value.
 */
export function createSseHandler(
  accept: (session: SseSession) => void | Promise<void>,
  options: SseHandlerOptions = {},
): SseHandler {
  if (typeof accept !== "function") throw wrongKind("accept", accept, "a function that takes a session");
  const core = new HandlerCore(accept satisfies Accept, resolveOptions(options));
  const handler: SseHandler = {
    fetch: (request) => respond(core, request),
    close({ graceMs = 5_000 } = {}) {
      checkGrace(graceMs);
      return core.close(graceMs);
    },
    get sessionCount() {
      return core.sessions.size;
    },
    sessions: () => core.sessions.values(),
  };
  cores.set(handler, core);
  return handler;
}

/**
 * What an adapter drives behind a handler.
 *
 * @throws TypeError if the handler is not one of `createSseHandler`.
 */
export function coreOf(handler: SseHandler): HandlerCore {
  const core = cores.get(handler);
  if (core === undefined) throw new TypeError("the handler must be one that createSseHandler made");
  return core;
}
