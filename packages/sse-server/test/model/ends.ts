// Ends, whoever brings them about; and time.

import fc from "fast-check";
import { expect } from "vitest";
import { type Command, command, ofLife } from "./command.ts";
import { CLOSE_MS, LIMITS, SLACK_MS } from "./limits.ts";

export const fin: fc.Arbitrary<Command> = ofLife(
  "client FIN",
  (life) => life.live && !life.vanished && !life.gone,
  (life, model) => {
    life.peer.socket.end();
    // With bytes on their way to a reader that stalls the connection stays half open.
    if (life.reading) model.mustEnd(life, "peer", "network");
    else for (const code of ["peer", "network"] as const) life.may.add(code);
  },
);

export const reset: fc.Arbitrary<Command> = ofLife(
  "client RST",
  (life) => life.live && !life.vanished && !life.gone,
  (life, model) => {
    life.gone = true;
    life.peer.socket.resetAndDestroy();
    model.mustEnd(life, "peer", "network");
  },
);

export const close: fc.Arbitrary<Command> = ofLife(
  "server close",
  () => true,
  (life, model) => {
    const { session } = life;
    if (life.live) model.mustEnd(life, "local");
    expect(session?.close("first")).toBe(session?.close());
  },
);

export const shutdown: fc.Arbitrary<Command> = fc.nat(9).map((rare) =>
  command(
    "shutdown",
    // One in ten: what follows is about a handler that takes nothing more.
    (model) => model.phase === "open" && rare === 0,
    (model) => model.shutdown(CLOSE_MS),
  ),
);

export const advance: fc.Arbitrary<Command> = fc
  .constantFrom(250, 1_000, CLOSE_MS + SLACK_MS, 10_000, 16_000, 38_000, 60_000, 130_000)
  .map((ms) =>
    command(
      `advance ${ms} ms`,
      () => true,
      async (_model, world) => {
        const silent = world.lives.filter((life) => life.live && life.started && life.reading);
        const comments = silent.map(({ peer }) => peer.comments);
        await world.advance(ms);
        if (ms < LIMITS.keepAliveMs + SLACK_MS) return;
        for (const [at, life] of silent.entries()) {
          if (!world.isInMap(life)) continue;
          await world.until(() => life.peer.comments > (comments[at] ?? 0), "a keep-alive");
        }
      },
    ),
  );
