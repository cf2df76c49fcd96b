// What `serve` tells people about its sessions and their children.

import type { BridgeError, ChildObserver, IgnoredLine } from "@mcp-sse/bridge";
import type { SseObserver, SseSession } from "@mcp-sse/sse-server";
import type { Log } from "../log.ts";

const ENDS: Readonly<Record<string, string>> = {
  local: "ended here",
  peer: "the client has gone",
  network: "the connection broke",
  idle: "nothing was said for too long (--idle-timeout)",
  backlog: "the client reads too slowly",
  stalled: "the client stopped reading",
  shutdown: "the server is closing",
};

/** Lines of one process that are no messages and logged: a chatty one would drown everything else. */
const MAX_IGNORED = 20;

/** Makes the observers of one served command. `name` is its name in a config file. */
export function sessionLog(
  log: Log,
  name: string | undefined,
): { readonly observer: SseObserver; readonly childObserver: ChildObserver } {
  const numbers = new WeakMap<SseSession, number>();
  const ignored = new Map<number, number>();
  const server = name === undefined ? {} : { server: name };
  const label = (number: number | undefined): string =>
    `${name === undefined ? "" : `${name} `}session ${number ?? "?"}`;
  const labelOf = (child: { readonly number: number; readonly session: SseSession | undefined }): string =>
    child.session === undefined
      ? `${name === undefined ? "" : `${name} `}waiting ${child.number}`
      : label(child.number);
  return {
    observer: {
      closed({ session, reason }) {
        const { cause, code } = reason;
        const number = numbers.get(session);
        const why = code === "local" && isBridgeError(cause) ? cause.message : (ENDS[code] ?? code);
        log("info", "session-closed", `${label(number)} closed: ${why}`, {
          ...server,
          session: number,
          reason: code,
        });
      },
      refused({ method, status, refusal, detail }) {
        const text = `${name === undefined ? "" : `${name} `}refused ${method}: ${status}, ${detail}`;
        log("warn", "refused", text, { ...server, method, status, refusal, detail });
      },
      error({ error }) {
        log("error", "error", error instanceof Error ? error.message : String(error), server);
      },
    },
    childObserver: {
      taken({ child }) {
        if (child.session !== undefined) numbers.set(child.session, child.number);
        const fields = { ...server, session: child.number, pid: child.pid };
        log(
          "info",
          "session-opened",
          `${label(child.number)} opened, process ${child.pid ?? "none"}`,
          fields,
        );
      },
      stderr({ child, line }) {
        log("info", "stderr", `${labelOf(child)} | ${line}`, { ...server, session: child.number, line });
      },
      ignored({ child, line }) {
        const count = (ignored.get(child.number) ?? 0) + 1;
        ignored.set(child.number, count);
        if (count > MAX_IGNORED) return;
        const rest = count === MAX_IGNORED ? ", and further ones are not logged" : "";
        const text = `${labelOf(child)} wrote a line to stdout that ${whatIsWrong(line)}: ignored${rest}`;
        const { reason, bytes } = line;
        log("warn", "ignored-line", text, { ...server, session: child.number, reason, bytes });
      },
      lost({ child, error }) {
        const text = error instanceof Error ? error.message : String(error);
        log("warn", "lost", `${labelOf(child)}: a message was not delivered: ${text}`, {
          ...server,
          session: child.number,
        });
      },
      ended({ child, reason }) {
        ignored.delete(child.number);
        // Of one that served a session, the end of the session tells.
        if (reason === undefined || child.session !== undefined) return;
        const fields = {
          ...server,
          session: child.number,
          exitCode: reason.exit?.code,
          signal: reason.exit?.signal,
        };
        log("warn", "process-ended", `${labelOf(child)}: ${reason.message}`, fields);
      },
    },
  };
}

function whatIsWrong({ reason, bytes }: IgnoredLine): string {
  return reason === "too-long"
    ? `is too long (${bytes} bytes, --max-line)`
    : `is no message (${bytes} bytes)`;
}

function isBridgeError(error: unknown): error is BridgeError {
  return error instanceof Error && error.name === "BridgeError";
}
