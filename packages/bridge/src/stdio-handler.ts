// createStdioHandler: each GET gets a child process, and both live as long as each other.
//
//     client ══ HTTP+SSE ══ session ══ relay ══ stdin/stdout ══ child

import { ErrorCode } from "@mcp-sse/jsonrpc";
import { createSseHandler, type SseHandler, type SseSession } from "@mcp-sse/sse-server";
import { ChildPool } from "./child-pool.ts";
import { resolveCommand } from "./command.ts";
import { tell } from "./observer.ts";
import { resolveChildSettings, type StdioCommand, type StdioHandlerOptions } from "./options.ts";
import { Relay } from "./relay.ts";
import { errorOfLine } from "./rpc-errors.ts";

/** An `SseHandler` whose sessions are child processes. */
export interface StdioHandler extends SseHandler {
  /** Settles when no request of any client waits for an answer: what a server that is to end can wait for. */
  idle(): Promise<void>;

  /**
   * As `SseHandler.close`; requests that wait are answered with -32002 first. Settles when the children have ended
   * too: those that still live after `graceMs` are killed.
   */
  close(options?: { readonly graceMs?: number | undefined }): Promise<void>;
}

/**
 * Creates a handler that starts a command for each session, and carries messages between the two.
 *
 * A child that ends takes its session along: what waits for an answer is answered with -32000, its exit status and
 * the last lines of its stderr. A session that ends takes its child along, and whatever that has started. Nothing
 * that a client sends becomes part of a child's arguments, environment or folder.
 *
 * @throws {@link BridgeError} `ERR_BRIDGE_COMMAND` if the command cannot be found.
 * @throws TypeError, RangeError for a command or an option that cannot be.
 */
export function createStdioHandler(stdio: StdioCommand, options: StdioHandlerOptions = {}): StdioHandler {
  const {
    maxLineBytes: _,
    maxPendingRequests: __,
    killGraceMs: ___,
    warm: ____,
    childObserver,
    ...rest
  } = options;
  const settings = resolveChildSettings(options);
  const command = resolveCommand(stdio);
  const relays = new Set<Relay>();
  const handler = createSseHandler((session) => {
    if (pool.hasWarm) {
      serve(session);
      return;
    }
    // The endpoint event leaves at the end of this tick; starting a process takes longer than everything before it.
    let isOver = false;
    void session.closed.then(() => {
      isOver = true;
    });
    setImmediate(() => {
      if (!isOver && closing === undefined) serve(session);
    });
  }, rest);
  const pool = new ChildPool(command, settings);

  function serve(session: SseSession): void {
    const child = pool.take(session);
    const relay = new Relay({
      client: session,
      server: child.connection,
      maxPendingRequests: settings.maxPendingRequests,
      serverWindow: 1,
      onLost: (error) => tell(childObserver, "lost", { child, error }),
    });
    child.onIgnored = (line) => {
      if (line.id !== undefined || line.ambiguous) {
        relay.answerInstead(line.id, errorOfLine(line, settings.maxLineBytes));
      }
    };
    relays.add(relay);
    void relay.ended.then(() => relays.delete(relay));
  }

  async function close(graceMs: number): Promise<void> {
    const from = performance.now();
    for (const relay of relays) {
      relay.refuse({ code: ErrorCode.ServerClosing, message: "the server is closing" });
    }
    pool.close();
    await closeSessions({ graceMs });
    await pool.ended(Math.max(0, graceMs - (performance.now() - from)));
  }

  const closeSessions = handler.close;
  let closing: Promise<void> | undefined;
  return Object.assign(handler, {
    close({ graceMs = 5_000 }: { readonly graceMs?: number | undefined } = {}): Promise<void> {
      if (closing === undefined && graceMs !== 0 && !(graceMs > 0)) {
        // The handler's own refusal of what is no time.
        return closeSessions({ graceMs });
      }
      closing ??= close(graceMs);
      return closing;
    },
    async idle(): Promise<void> {
      await Promise.all(Array.from(relays, (relay) => relay.idle()));
    },
  });
}
