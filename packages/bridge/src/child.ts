// One child process: its three pipes, its group, and its end.
//
//     running ── close ──▶ stdin ends ── 250 ms ──▶ SIGTERM ── killGraceMs ──▶ SIGKILL ──▶ ended
//        └── exits by itself ──▶ SIGTERM to whoever it left behind ── killGraceMs ──▶ SIGKILL ──▶ ended

import type { ChildProcess } from "node:child_process";
import { PassThrough, type Readable, type Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { CloseReason } from "@mcp-sse/jsonrpc";
import type { SseSession } from "@mcp-sse/sse-server";
import type { ResolvedCommand } from "./command.ts";
import { BridgeError, type ChildExit, systemCodeOf } from "./errors.ts";
import { type IgnoredLine, LineConnection } from "./line-connection.ts";
import { type ChildInfo, tell } from "./observer.ts";
import type { ChildSettings } from "./options.ts";
import { HAS_GROUPS, signalGroup } from "./process-group.ts";
import { StderrTail } from "./stderr-tail.ts";

/** How long a child that has lost its stdin may take to end by itself, in ms: "close stdin" is how MCP says goodbye. */
const STDIN_GRACE_MS = 250;

/** How long the exit status and the last of stderr are waited for once stdout has ended, in ms. */
const LAST_WORDS_MS = 500;

/** How often a group is looked at that outlives its leader, in ms. */
const POLL_MS = 25;

/** How long the system may take to end what was killed, in ms. */
const KILL_MS = 1_000;

/** A child process, as one connection. */
export class StdioChild implements ChildInfo {
  readonly number: number;
  readonly pid: number | undefined;
  readonly connection: LineConnection;
  /** Settles when the child and its group are gone. */
  readonly ended: Promise<void>;
  session: SseSession | undefined;
  /** Told of a line that was no message. */
  onIgnored: (line: IgnoredLine) => void = () => {};
  readonly #settings: ChildSettings;
  readonly #stderr: StderrTail;
  readonly #exited: Promise<ChildExit | Error>;
  readonly #closed: Promise<void>;
  #exit: ChildExit | Error | undefined;
  #isEnding = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(number: number, command: ResolvedCommand, settings: ChildSettings) {
    this.number = number;
    this.#settings = settings;
    const child = start(command);
    this.pid = child instanceof Error ? undefined : child.pid;
    this.#stderr = new StderrTail((line) => tell(settings.childObserver, "stderr", { child: this, line }));
    const { stdin, stdout, stderr } = pipesOf(child);
    stderr.on("data", (chunk: Buffer) => this.#stderr.push(chunk));
    stderr.once("end", () => this.#stderr.end());
    stderr.on("error", () => {});
    this.#exited = exitOf(child);
    this.#closed = closeOf(child, this.#exited);
    this.connection = new LineConnection({
      readable: stdout,
      writable: stdin,
      maxLineBytes: settings.maxLineBytes,
      onIgnored: (line) => {
        tell(settings.childObserver, "ignored", { child: this, line });
        this.onIgnored(line);
      },
      onReadEnd: () => this.#onStdoutEnd(),
      onWriteEnd: () => this.terminate(),
      onClose: () => this.terminate(),
    });
    this.ended = this.#watch(stdout);
    if (this.pid !== undefined) tell(settings.childObserver, "started", { child: this });
  }

  /** Whether it may still serve a session. */
  get isAlive(): boolean {
    return this.#exit === undefined && !this.#isEnding;
  }

  /** Ends the child: asks first, then makes it. Nothing happens twice. */
  terminate(): void {
    const { pid } = this;
    if (this.#isEnding || pid === undefined || this.#exit !== undefined) return;
    this.#isEnding = true;
    const { killGraceMs } = this.#settings;
    this.#timer = setTimeout(
      () => {
        signalGroup(pid, "SIGTERM");
        this.#timer = setTimeout(() => signalGroup(pid, "SIGKILL"), killGraceMs);
      },
      Math.min(STDIN_GRACE_MS, killGraceMs),
    );
  }

  /** Ends the child and its group here and now. */
  kill(): void {
    this.#isEnding = true;
    if (this.pid !== undefined) signalGroup(this.pid, "SIGKILL");
  }

  async #watch(stdout: Readable): Promise<void> {
    this.#exit = await this.#exited;
    clearTimeout(this.#timer);
    // What was written before the end is still read, for as long as somebody reads.
    const reading = setInterval(() => {
      if (!stdout.isPaused()) stdout.destroy();
    }, this.#settings.killGraceMs + LAST_WORDS_MS);
    stdout.once("close", () => clearInterval(reading));
    if (stdout.closed) clearInterval(reading);
    if (this.pid !== undefined && HAS_GROUPS) await this.#endGroup(this.pid);
    const reason = this.#isEnding ? undefined : this.#errorOf(this.#exit);
    tell(this.#settings.childObserver, "ended", { child: this, reason });
  }

  /** Ends whatever the child has started and left behind. */
  async #endGroup(pid: number): Promise<void> {
    for (const [signal, graceMs] of [
      ["SIGTERM", this.#settings.killGraceMs],
      ["SIGKILL", KILL_MS],
    ] as const) {
      if (!signalGroup(pid, 0)) return;
      signalGroup(pid, signal);
      const deadline = performance.now() + graceMs;
      while (signalGroup(pid, 0) && performance.now() < deadline) await delay(POLL_MS);
    }
  }

  async #onStdoutEnd(): Promise<CloseReason> {
    const waiting = new AbortController();
    await Promise.race([
      this.#closed,
      delay(LAST_WORDS_MS, undefined, { signal: waiting.signal }).catch(() => {}),
    ]);
    waiting.abort();
    const cause = this.#errorOf(this.#exit);
    this.terminate();
    return { code: "peer", cause };
  }

  #errorOf(exit: ChildExit | Error | undefined): BridgeError {
    const { lines: stderr } = this.#stderr;
    if (exit instanceof Error) {
      const word = systemCodeOf(exit);
      const text = `the server process could not be started${word === undefined ? "" : ` (${word})`}`;
      return new BridgeError("ERR_BRIDGE_START", text, { cause: exit });
    }
    const how =
      exit === undefined
        ? "closed its stdout"
        : exit.signal === undefined
          ? `exited with code ${exit.code}`
          : `was ended by ${exit.signal}`;
    return new BridgeError("ERR_BRIDGE_EXIT", `the server process ${how}`, { exit, stderr });
  }
}

function start({ command, args, env, cwd }: ResolvedCommand): ChildProcess | Error {
  // Loaded by the first child: until then a server that starts has no use for it.
  const { spawn } = process.getBuiltinModule("node:child_process");
  try {
    return spawn(command, [...args], {
      env: { ...env },
      cwd,
      stdio: "pipe",
      shell: false,
      detached: HAS_GROUPS,
      windowsHide: true,
    });
  } catch (error) {
    return error instanceof Error ? error : new Error("spawn failed", { cause: error });
  }
}

/** Where there are no descriptors left, there is a child without pipes. */
function pipesOf(child: ChildProcess | Error): { stdin: Writable; stdout: Readable; stderr: Readable } {
  const ended = (): PassThrough => new PassThrough().end();
  if (child instanceof Error) return { stdin: new PassThrough(), stdout: ended(), stderr: ended() };
  // Its declared types know nothing of a child that could not be started.
  const { stdin, stdout, stderr } = child as Partial<Pick<ChildProcess, "stdin" | "stdout" | "stderr">>;
  return { stdin: stdin ?? new PassThrough(), stdout: stdout ?? ended(), stderr: stderr ?? ended() };
}

function exitOf(child: ChildProcess | Error): Promise<ChildExit | Error> {
  if (child instanceof Error) return Promise.resolve(child);
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve({ code: code ?? undefined, signal: signal ?? undefined }));
    // Also of a signal that could not be sent: then it is no exit.
    child.on("error", (error) => {
      if (child.pid === undefined) resolve(error);
    });
  });
}

/** Settles when the process has ended and its pipes with it. */
function closeOf(child: ChildProcess | Error, exited: Promise<unknown>): Promise<void> {
  if (child instanceof Error || child.pid === undefined) return exited.then(() => undefined);
  return new Promise((resolve) => {
    child.once("close", () => resolve());
  });
}
