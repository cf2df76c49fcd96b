// How far a server is, on stderr: one line that changes on a terminal, a line each elsewhere.

import { oneLine } from "../printable.ts";
import type { Terminal } from "../terminal.ts";
import type { Progress } from "./conversation.ts";

/** Shows progress until it is cleared. */
export interface ProgressLine {
  show(progress: Progress): void;
  clear(): void;
}

/** What a message is cut to where no width is known. */
const COLUMNS = 80;

/** Makes the line of a terminal. */
export function progressLine({ stderr, env }: Terminal): ProgressLine {
  const isTerminal = stderr.isTTY === true && env.TERM !== "dumb";
  let isShown = false;
  return {
    show({ progress, total, message }) {
      const share = total !== undefined && total > 0 ? ` ${Math.floor((100 * progress) / total)} %` : "";
      const count = total === undefined ? String(progress) : `${progress}/${total}`;
      const text = oneLine(`${count}${share} ${message ?? ""}`, (stderr.columns || COLUMNS) - 1);
      stderr.write(isTerminal ? `\r\u001b[2K${text}` : `${text}\n`);
      isShown = true;
    },
    clear() {
      if (isShown && isTerminal) stderr.write("\r\u001b[2K");
      isShown = false;
    },
  };
}
