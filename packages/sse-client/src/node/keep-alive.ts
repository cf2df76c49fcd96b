// Which idle sockets may be used again. A server closes them after a while that it may announce:
//
//     Keep-Alive: timeout=5
//
// A POST that is sent on a socket just then is lost, and nobody knows whether it arrived. So each socket is let
// go before the server does.

import type http from "node:http";
import type { Socket } from "node:net";
import { MAX_DELAY_MS } from "../timer.ts";

/** Idle time of a socket whose server announces nothing, in ms: under the 5 s that are common. */
const SILENT_SERVER_IDLE_MS = 4_000;

/** How much sooner than announced a socket is let go, in ms: the server's clock starts before ours. */
const MARGIN_MS = 1_000;

/** How long the first idle sockets of a server that announces nothing are watched before they are used again, in ms. */
const PROBATION_MS = 30;

/** Turns of the event loop after that: a process that is late with its timers has not read yet what came meanwhile. */
const PROBATION_TURNS = 4;

/** Idle time after which TCP asks whether the other side is there, in ms: what agents do by default. */
const PROBE_MS = 1_000;

/** What is known of a socket; made once, for each answer comes by here. */
interface Idleness {
  hint: string | undefined;
  limitMs: number;
  since: number;
  readonly onFree: () => void;
}

const idleness = new WeakMap<Socket, Idleness>();

/** The module that makes requests, loaded when it is needed: each takes longer than this package. */
export function moduleOf(secure: boolean): Pick<typeof http, "Agent" | "request"> {
  return process.getBuiltinModule(secure ? "node:https" : "node:http");
}

/** Creates an agent that keeps each socket for as long as its server surely does. */
export function createKeepAliveAgent(secure: boolean): http.Agent {
  const { Agent } = moduleOf(secure);
  const agent = new Agent({ keepAlive: true });
  agent.keepSocketAlive = (socket: Socket) => {
    // What an agent does by itself, but for reading the hint: that makes an object of all headers of the answer.
    socket.setKeepAlive(true, PROBE_MS);
    socket.unref();
    const limitMs = idleness.get(socket)?.limitMs ?? SILENT_SERVER_IDLE_MS;
    // The agent closes an idle socket that times out; in use again, it has no timeout.
    if (limitMs > 0) socket.setTimeout(limitMs);
    return limitMs > 0;
  };
  agent.reuseSocket = (socket: Socket, request) => {
    Agent.prototype.reuseSocket.call(agent, socket, request);
    socket.setTimeout(0);
  };
  watchFirstSockets(agent);
  return agent;
}

/**
 * Some servers end a connection with its answer and do not say so. What is sent before that is seen is lost, so a socket
 * is given back when it has been idle for a while and is still there; after one that was, each is given back at once.
 */
function watchFirstSockets(agent: http.Agent): void {
  const [giveBack] = agent.listeners("free");
  agent.removeAllListeners("free");
  let areKept = false;
  agent.on("free", (socket: Socket, ...options: unknown[]) => {
    const isAnnounced = idleness.get(socket)?.hint !== undefined;
    if (areKept || isAnnounced) return giveBack?.call(agent, socket, ...options);
    // Nobody else listens meanwhile.
    socket.on("error", ignore);
    let turns = PROBATION_TURNS;
    function watch(): void {
      if (turns-- > 0) {
        setImmediate(watch);
        return;
      }
      areKept ||= socket.writable;
      giveBack?.call(agent, socket, ...options);
      socket.off("error", ignore);
    }
    setTimeout(watch, PROBATION_MS).unref();
  });
}

function ignore(): void {}

/** Notes how long the socket of an answer may be idle afterwards. */
export function noteKeepAliveHint(response: http.IncomingMessage): void {
  const { socket } = response;
  let noted = idleness.get(socket);
  if (noted === undefined) {
    noted = createIdleness();
    idleness.set(socket, noted);
  }
  const hint = hintOf(response.rawHeaders);
  if (hint !== noted.hint) {
    noted.hint = hint;
    noted.limitMs = limitOf(hint);
  }
  noted.since = Number.POSITIVE_INFINITY;
  response.on("close", noted.onFree);
}

function createIdleness(): Idleness {
  const noted: Idleness = {
    hint: undefined,
    limitMs: SILENT_SERVER_IDLE_MS,
    since: Number.POSITIVE_INFINITY,
    onFree() {
      noted.since = performance.now();
    },
  };
  return noted;
}

/** Not by `headers`, which is made of these at its first use: the answer to a POST needs no other. */
function hintOf(rawHeaders: readonly string[]): string | undefined {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 10 && name.toLowerCase() === "keep-alive") return rawHeaders[at + 1];
  }
  return undefined;
}

function limitOf(hint: string | undefined): number {
  const seconds = hint && /(?:^|,)\s*timeout=(\d+)/i.exec(hint)?.[1];
  if (!seconds) return SILENT_SERVER_IDLE_MS;
  // Any number of digits: what no timer takes would be thrown from within the agent, where nobody catches it.
  const announced = Math.min(Number(seconds) * 1_000, MAX_DELAY_MS);
  // Of a short time the margin takes half at most.
  return Math.max(announced - MARGIN_MS, announced / 2);
}

/** Closes the idle sockets of an agent that are past their time, although no timer has run yet. */
export function dropStaleSockets(agent: http.Agent): void {
  const now = performance.now();
  for (const name in agent.freeSockets) {
    const free = agent.freeSockets[name] ?? [];
    if (free.some((socket) => isStale(socket, now))) {
      for (const socket of free.filter((each) => isStale(each, now))) drop(socket);
    }
  }
}

function drop(socket: Socket): void {
  // Destroyed alone, it would stay in the agent's list for the rest of this tick.
  socket.emit("agentRemove");
  socket.destroy();
}

function isStale(socket: Socket, now: number): boolean {
  const noted = idleness.get(socket);
  return noted !== undefined && now - noted.since > noted.limitMs;
}
