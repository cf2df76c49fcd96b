// bridgeStdio: for hosts that start commands and speak to their stdin and stdout.

import type { CloseReason, Connection } from "@mcp-sse/jsonrpc";
import { LineConnection } from "./line-connection.ts";
import { type BridgeOptions, resolveLineLimits, type StdioStreams } from "./options.ts";
import { Relay } from "./relay.ts";
import { errorOfLate } from "./rpc-errors.ts";

/** Writes to the server that may be unsettled: what it holds back is then held back on stdin. */
const SERVER_WINDOW = 1_000;

/**
 * Carries messages between a host's two pipes and a connection, both ways, until one of them ends; then ends the
 * other.
 *
 * Requests of the host that wait when the connection ends are answered with -32000. When stdin ends, what was read
 * leaves, and answers are waited for as long as `drainMs` says; then what still waits is answered so, too, and the
 * connection is closed. `stdin` is destroyed and `stdout` ended.
 *
 * @returns why it ended: `peer` if stdin did, otherwise the connection's reason. It never rejects.
 * @throws RangeError for a limit that cannot be.
 */
export function bridgeStdio(
  connection: Connection,
  { stdin, stdout }: StdioStreams,
  options: BridgeOptions = {},
): Promise<CloseReason> {
  const { maxLineBytes, maxPendingRequests } = resolveLineLimits(options);
  const { onIgnored, onLost, drainMs = 0 } = options;
  const host = new LineConnection({
    readable: stdin,
    writable: stdout,
    maxLineBytes,
    onIgnored: (line) => quietly(() => onIgnored?.(line)),
    async onReadEnd(error): Promise<CloseReason> {
      if (error !== undefined) return { code: "network", cause: error };
      await within(answered(), drainMs);
      relay.refuse(errorOfLate());
      return { code: "peer" };
    },
    onWriteEnd: () => stdin.destroy(),
    onClose: () => stdin.destroy(),
  });
  const relay = new Relay({
    client: host,
    server: connection,
    maxPendingRequests,
    serverWindow: SERVER_WINDOW,
    onLost: (error) => quietly(() => onLost?.(error)),
  });
  /** What was read last may not have been asked yet. */
  async function answered(): Promise<void> {
    await host.taken();
    await relay.idle();
  }

  return relay.ended;
}

async function within(done: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([done, deadline]);
  clearTimeout(timer);
}

function quietly(tell: () => unknown): void {
  try {
    const told = tell();
    if (told instanceof Promise) told.catch(() => {});
  } catch {
    // Whoever is told of errors has nobody to tell his own.
  }
}
