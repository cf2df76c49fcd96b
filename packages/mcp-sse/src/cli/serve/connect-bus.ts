// `--bus`: the way to the broker, and what is told of it.

import { CliError } from "../cli-error.ts";
import type { Log } from "../log.ts";
import { type BusClients, connectNats, connectRedis } from "./bus-clients.ts";
import { type ImportPackage, importInstalled } from "./bus-package.ts";
import type { BusSettings } from "./bus-settings.ts";

/** A broker that is away fails five times a second; this often it is told, in ms. */
const TOLD_EVERY_MS = 10_000;

/**
 * Connects to the broker, and goes on trying: the command listens meanwhile, and says at /readyz that it is not ready.
 *
 * @throws CliError if a package is missing, or cannot be used.
 */
export async function connectBus(
  { kind, url, secret }: BusSettings,
  log: Log,
  load: ImportPackage = importInstalled,
): Promise<BusClients> {
  let toldAt = -Infinity;
  const onError = (error: unknown): void => {
    const now = performance.now();
    if (now - toldAt < TOLD_EVERY_MS) return;
    toldAt = now;
    log("warn", "bus", `the bus at ${url.host}: ${whatFailed(error)}`, { host: url.host });
  };
  if (secret === undefined) {
    log("warn", "bus", "without --bus-secret-env or --bus-secret-file a made-up session ID costs a look-up");
  }
  const connect = kind === "redis" ? connectRedis : connectNats;
  try {
    return await connect({ url, load, onError });
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(`--bus: ${whatFailed(error)}`, { cause: error });
  }
}

/** Of several addresses that all failed Node has no words, but a code. */
function whatFailed(error: unknown): string {
  const { message = "", code } = error as { readonly message?: string; readonly code?: string };
  return message || code || String(error);
}
