// The life of `serve`: listens, waits for a signal, drains, ends.

import { createStdioHandler, type StdioHandler } from "@mcp-sse/bridge";
import type { MessageBus } from "@mcp-sse/sse-server";
import { toNodeListener } from "@mcp-sse/sse-server/node";
import { hostInUrl } from "../../node/listen-address.ts";
import { CliError, usageError } from "../cli-error.ts";
import { EXIT } from "../exit-code.ts";
import { createLog } from "../log.ts";
import type { Terminal } from "../terminal.ts";
import type { BusClients } from "./bus-clients.ts";
import { connectBus } from "./connect-bus.ts";
import { type HttpFront, openFront } from "./http-front.ts";
import { liveProcesses } from "./live-processes.ts";
import { pathBus } from "./path-bus.ts";
import { sessionLog } from "./session-log.ts";
import type { ServedCommand, ServeSettings } from "./settings.ts";

/** Of the time to drain, what is kept for streams and children to end, at most, in ms. */
const LAST_PART_MS = 1_500;

/** Of the time to drain, what is kept for the process itself, in ms. */
const EXIT_MS = 200;

/** What only the handler can judge, by the names that it has for them. */
const OPTIONS: Readonly<Record<string, string>> = {
  allowedHosts: "--allow-host",
  allowedOrigins: "--allow-origin",
};

/** Serves until a signal comes. @returns the exit code. @throws CliError if it cannot begin. */
export async function serveUntilSignal(settings: ServeSettings, terminal: Terminal): Promise<number> {
  const log = createLog(settings.logFormat, terminal);
  const processes = liveProcesses();
  const handlers = new Map<ServedCommand, StdioHandler>();
  const buses: MessageBus[] = [];
  let clients: BusClients | undefined;
  function createHandler({ name, path, command, endpoint }: ServedCommand): StdioHandler {
    const { observer, childObserver } = sessionLog(log, name);
    const where = endpoint === undefined ? {} : { endpoint };
    const made = clients?.createBus();
    const bus = made === undefined || name === undefined ? made : pathBus(made, path);
    if (bus !== undefined) buses.push(bus);
    try {
      return createStdioHandler(command, {
        ...settings.options,
        ...where,
        bus,
        observer,
        childObserver: processes.watching(childObserver),
      });
    } catch (error) {
      throw explained(error, name);
    }
  }
  // Before anything is started: a signal must find everything.
  const signal = nextSignal(terminal);
  const forgetExit = terminal.onExit(() => processes.kill());
  try {
    if (settings.bus !== undefined) clients = await connectBus(settings.bus, log);
    for (const served of settings.served) handlers.set(served, createHandler(served));
    const front = await openFront({
      ...settings,
      listeners: new Map([...handlers].map(([{ path }, handler]) => [path, toNodeListener(handler)])),
      isReady: () => buses.every(({ health }) => health === "up"),
      onError: (error) => log("error", "error", `the server failed: ${error.message}`),
    });
    announce(front);
    log("info", "draining", `${await signal.first}: ending the sessions, within ${settings.drainMs} ms`);
    await Promise.race([drain(front), signal.second]);
    log("info", "closed", "closed");
    return EXIT.ok;
  } finally {
    signal.stop();
    processes.kill();
    forgetExit();
    // Where it could not begin, children may wait already.
    await Promise.all([...handlers.values()].map((handler) => handler.close({ graceMs: 0 })));
    await clients?.close();
  }

  function announce({ port }: HttpFront): void {
    const scheme = settings.tls === undefined ? "http" : "https";
    for (const { name, reason } of settings.skipped)
      log("warn", "skipped", `${name} is not served: ${reason}`, { name });
    for (const { name, path, command, endpoint } of settings.served) {
      const own = `${scheme}://${hostInUrl(settings.host)}:${port}${path}`;
      const url = endpoint?.href ?? own;
      // Of the command no more than its name: arguments may be secrets.
      const text = `serving ${name ?? command.command} at ${url}${url === own ? "" : `, which must lead to ${own}`}`;
      log("info", "listening", text, { url, ...(name !== undefined && { server: name }) });
    }
  }

  async function drain(front: HttpFront): Promise<void> {
    const end = performance.now() + settings.drainMs;
    front.drain();
    const idle = Promise.all([...handlers.values()].map((handler) => handler.idle()));
    await before(idle, settings.drainMs - Math.min(LAST_PART_MS, settings.drainMs / 2));
    const graceMs = Math.max(1, end - performance.now() - EXIT_MS);
    await Promise.all([...handlers.values()].map((handler) => handler.close({ graceMs })));
    await front.close();
  }
}

function explained(error: unknown, name: string | undefined): unknown {
  if (!(error instanceof Error)) return error;
  const isOurs = error.name === "BridgeError" || error instanceof TypeError || error instanceof RangeError;
  if (!isOurs) return error;
  const [word = ""] = error.message.split(" ", 1);
  const option = OPTIONS[word];
  if (option !== undefined) return usageError(option + error.message.slice(word.length));
  const where = name === undefined ? "" : `"${name}": `;
  return new CliError(`${where}${error.message}`, { cause: error });
}

function nextSignal(terminal: Terminal): { first: Promise<string>; second: Promise<void>; stop(): void } {
  let onFirst!: (signal: string) => void;
  let onSecond!: () => void;
  const first = new Promise<string>((resolve) => {
    onFirst = resolve;
  });
  const second = new Promise<void>((resolve) => {
    onSecond = resolve;
  });
  let count = 0;
  const stop = terminal.onSignal((signal) => {
    count += 1;
    if (count === 1) onFirst(signal);
    else onSecond();
  });
  return { first, second, stop };
}

async function before(done: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([done, deadline]);
  clearTimeout(timer);
}
