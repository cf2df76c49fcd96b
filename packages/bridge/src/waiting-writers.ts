// Who wants to write while there is no connection.

import type { Connection } from "@mcp-sse/jsonrpc";
import { BridgeError } from "./errors.ts";

interface Writer {
  resolve(connection: Connection): void;
  reject(error: unknown): void;
}

/** Writers in the order in which they came, each for a limited time. */
export class WaitingWriters {
  readonly #writers = new Set<Writer>();

  /** @throws BridgeError `ERR_BRIDGE_OFFLINE` after `ms`; the signal's reason when it is aborted. */
  wait(ms: number, signal: AbortSignal | undefined): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const settle = (run: () => void): void => {
        this.#writers.delete(writer);
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        run();
      };
      const writer: Writer = {
        resolve: (connection) => settle(() => resolve(connection)),
        reject: (error) => settle(() => reject(error)),
      };
      const onAbort = (): void => writer.reject(signal?.reason);
      const expire = (): void =>
        writer.reject(
          new BridgeError("ERR_BRIDGE_OFFLINE", "there is no connection to the server; nothing was sent"),
        );
      const timer = ms === Number.POSITIVE_INFINITY ? undefined : setTimeout(expire, ms);
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#writers.add(writer);
    });
  }

  resolveAll(connection: Connection): void {
    for (const { resolve } of [...this.#writers]) resolve(connection);
  }

  rejectAll(error: unknown): void {
    for (const { reject } of [...this.#writers]) reject(error);
  }
}
