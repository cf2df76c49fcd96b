import { bridgeStdio, reconnecting } from "@mcp-sse/bridge";
import type { Connection } from "@mcp-sse/jsonrpc";
import { connectSse, SseClientError } from "@mcp-sse/sse-client";
import { CliError } from "../cli-error.ts";
import { EarlyInput } from "../client/early-input.ts";
import { explained } from "../client/explain.ts";
import { CLIENT_NOTE, CLIENT_OPTIONS, readClientSettings } from "../client/settings.ts";
import type { Command } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { createLog, readLogFormat } from "../log.ts";
import { oneOperand } from "../operands.ts";

/** How long answers are waited for when stdin has ended: a script writes its requests and closes, in ms. */
const DRAIN_MS = 5_000;

/** Statuses of a GET that another attempt will not change. */
const FINAL = new Set([400, 401, 403, 404, 405, 406, 410]);

/** `mcp-sse connect`: a server that speaks HTTP+SSE, for hosts that only start commands. */
export const connect: Command = {
  name: "connect",
  summary: "Reach a server from a host that only speaks stdio",
  usage: "<url> [options]",
  options: {
    ...CLIENT_OPTIONS,
    reconnect: { help: "when the connection is lost, open another and initialize it as the host did" },
    "max-attempts": { value: "<n>", help: "give up after so many failures in a row", default: "none" },
    "max-line": { value: "<size>", help: "largest message of the host", default: "16MiB" },
    "log-format": { value: "<format>", help: "pretty or json, on stderr", default: "pretty" },
  },
  examples: [
    ["mcp-sse connect http://127.0.0.1:8000/sse", "as the command of a host"],
    ["mcp-sse connect https://mcp.example.com/sse --bearer-env TOKEN --reconnect", "with a token, for long"],
  ],
  notes: [
    CLIENT_NOTE,
    "stdout carries the protocol and nothing else. Requests in flight when the connection ends are answered with\n" +
      "an error; with --reconnect too, and none is ever sent twice. Exit codes: 0 when stdin ended or it was told to\n" +
      "stop, 1 if it cannot connect or lost its connection, 2 for a wrong command line.",
  ],
  async run(args, terminal) {
    oneOperand(args);
    const { url, options } = readClientSettings(args, terminal);
    const maxLineBytes = args.bytes("max-line");
    const maxAttempts = args.integer("max-attempts", 1, Number.MAX_SAFE_INTEGER);
    const log = createLog(readLogFormat(args.text("log-format")), terminal);
    const open = (signal?: AbortSignal): Promise<Connection> =>
      connectSse(url, {
        ...options,
        ...(signal !== undefined && { signal }),
        onIgnored: ({ reason }) => log("warn", "ignored", `the server sent what is no message (${reason})`),
      });
    const early = new EarlyInput(terminal.stdin);
    const forgetEarly = terminal.onSignal(() => early.leave());
    const first = await open(early.left)
      .catch((error: unknown) => {
        terminal.stdin.destroy();
        if (early.left.aborted) return undefined;
        throw explained(error);
      })
      .finally(forgetEarly);
    const stdin = early.release();
    if (first === undefined) {
      if (early.bytes > 0) log("warn", "lost", "there was no connection yet, so nothing was sent");
      return EXIT.ok;
    }
    const connection = !args.flag("reconnect")
      ? first
      : reconnecting(first, {
          connect: ({ signal }) => open(signal),
          maxAttempts,
          isFinal: (error) =>
            error instanceof SseClientError && error.status !== undefined && FINAL.has(error.status),
          onDown: ({ cause, waitMs }) =>
            log("warn", "down", `${textOf(cause)}; trying again in ${(waitMs / 1_000).toFixed(1)} s`, {
              waitMs,
            }),
          onUp: () => log("info", "up", "connected again"),
        });
    const forgetSignal = terminal.onSignal(() => void connection.close());
    const { code, cause } = await bridgeStdio(
      connection,
      { stdin, stdout: terminal.stdout },
      {
        drainMs: DRAIN_MS,
        ...(maxLineBytes !== undefined && { maxLineBytes }),
        onIgnored: ({ reason }) => log("warn", "ignored", `a line of the host is no message (${reason})`),
        onLost: (error) => log("warn", "lost", `a message did not arrive: ${textOf(error)}`),
      },
    );
    forgetSignal();
    if (code === "local") return EXIT.ok;
    if (code === "peer" && stdin.readableEnded) return EXIT.ok;
    throw new CliError(`the connection to the server ended: ${cause === undefined ? code : textOf(cause)}`);
  },
};

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
