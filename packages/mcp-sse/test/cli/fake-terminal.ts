// A terminal that is none: what a command writes is kept, and signals come from the test.

import { PassThrough } from "node:stream";
import type { EndSignal, Screen, Terminal } from "../../src/cli/terminal.ts";

export interface FakeTerminal extends Terminal {
  readonly stdin: PassThrough;
  /** What was written so far. */
  out(): string;
  err(): string;
  signal(name: EndSignal): void;
}

export function fakeTerminal({
  env = {},
  isTTY = false,
}: {
  readonly env?: Terminal["env"];
  readonly isTTY?: boolean;
} = {}): FakeTerminal {
  const signals = new Set<(signal: EndSignal) => void>();
  const exits = new Set<() => void>();
  const out = screen(isTTY);
  const err = screen(isTTY);
  return {
    stdin: new PassThrough(),
    stdout: out.screen,
    stderr: err.screen,
    env,
    out: out.text,
    err: err.text,
    signal: (name) => {
      for (const listener of signals) listener(name);
    },
    onSignal(listener) {
      signals.add(listener);
      return () => signals.delete(listener);
    },
    onExit(listener) {
      exits.add(listener);
      return () => exits.delete(listener);
    },
  };
}

function screen(isTTY: boolean): { screen: Screen; text(): string } {
  let text = "";
  const stream = new PassThrough().setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  return { screen: Object.assign(stream, { isTTY }), text: () => text };
}
