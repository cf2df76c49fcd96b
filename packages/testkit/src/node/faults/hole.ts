// Silence: bytes vanish, and nobody is told.

import type { Direction, Fault, FaultyLink, Treatment } from "./fault.ts";

/** How a black hole is shaped. */
export interface BlackHoleOptions {
  /** The direction in which nothing passes; both when absent. */
  readonly direction?: Direction | undefined;
  /** When TCP gives up, in ms: a kernel would after minutes. Never when absent. */
  readonly giveUpMs?: number | undefined;
}

/**
 * Lets nothing pass, no FIN and no RST either. The socket of who sends is not read: its sender meets full buffers
 * in the end, as it would without acknowledgements.
 *
 * What was held back passes when another fault takes its place.
 */
export function blackHole({ direction, giveUpMs }: BlackHoleOptions = {}): Fault {
  return {
    name: `black hole ${direction ?? "both ways"}${giveUpMs === undefined ? "" : `, for ${giveUpMs} ms`}`,
    ...(direction !== "down" && { up: hold }),
    ...(direction !== "up" && { down: hold }),
    begin(link) {
      if (giveUpMs !== undefined) void giveUp(link, giveUpMs);
    },
  };
}

/** Accepts the connection, and that is all: nothing is read, no server is reached. */
export function silence(): Fault {
  return { name: "accept, then silence", isAtAccept: true, up: hold };
}

async function giveUp(link: FaultyLink, ms: number): Promise<void> {
  await link.scope.sleep(ms);
  if (!link.scope.over) link.reset();
}

function hold({ scope }: FaultyLink): Treatment {
  return {
    async bytes(piece, pass) {
      await scope.ended;
      await pass(piece);
    },
    end: () => scope.ended,
  };
}
