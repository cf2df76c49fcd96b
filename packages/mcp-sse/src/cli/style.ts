// Colours, where somebody sees them.

import type { Screen, Terminal } from "./terminal.ts";

const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

/** Sets a text in a colour, or leaves it as it is. */
export type Style = Readonly<Record<keyof typeof CODES, (text: string) => string>>;

/** The style of one screen: colours on a terminal that knows them, unless `NO_COLOR` is set to anything. */
export function styleOf(screen: Screen, env: Terminal["env"]): Style {
  const isColoured = screen.isTTY === true && (env.NO_COLOR ?? "") === "" && env.TERM !== "dumb";
  const set = ([on, off]: readonly [number, number]) =>
    isColoured
      ? (text: string): string => `\u001b[${on}m${text}\u001b[${off}m`
      : (text: string): string => text;
  return {
    bold: set(CODES.bold),
    dim: set(CODES.dim),
    red: set(CODES.red),
    green: set(CODES.green),
    yellow: set(CODES.yellow),
    cyan: set(CODES.cyan),
  };
}
