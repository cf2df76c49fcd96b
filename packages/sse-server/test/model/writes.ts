// Writes, and clients that read nothing of them.

import type fc from "fast-check";
import { expect } from "vitest";
import { type Command, ofLife } from "./command.ts";
import { LARGE, LIMITS } from "./limits.ts";

export function write(name: string, size: number, times = 1): fc.Arbitrary<Command> {
  return ofLife(
    name,
    () => true,
    async (life, model, world) => {
      const { live } = life;
      life.started ||= live;
      if (live && !life.reading) life.may.add("backlog");
      // Of what is written in one tick nothing leaves before its end: whoever does not wait is past the limit.
      if (live && size * times > LIMITS.maxBacklogBytes + size) model.mustEnd(life, "backlog");
      for (let time = 0; time < times; time++) void world.write(life, size);
      await world.turns(1);
      if (!live) expect(life.writes.at(-1)?.state).toBe("rejected");
    },
  );
}

export const fill: fc.Arbitrary<Command> = ofLife(
  "stall, and big writes until one waits",
  (life) => life.live && life.started && !life.gone,
  async (life, _model, world) => {
    life.stalledAt ??= world.now();
    life.peer.socket.pause();
    // What the two sockets hold is the platform's to say.
    for (let count = 0; count < 80 && life.writes.at(-1)?.state !== "waiting"; count++) {
      void world.write(life, LARGE);
      await world.turns(2);
    }
  },
);

/**
 * Sets the client aside: it reads nothing more, for now or for ever. For ever is what a host behind a black hole looks like:
 * no FIN, no RST, and what is sent stays in this host's socket. The kernel's own verdict on it comes later than every
 * deadline here.
 */
export function stall(name: string, forEver: boolean): fc.Arbitrary<Command> {
  return ofLife(
    name,
    (life) => life.live && life.reading && life.started,
    (life, _model, world) => {
      life.stalledAt = world.now();
      life.vanished = forEver;
      life.peer.socket.pause();
    },
  );
}

export const resume: fc.Arbitrary<Command> = ofLife(
  "resume",
  (life) => life.stalledAt !== undefined && !life.vanished && !life.gone,
  (life, _model, world) => {
    life.stalledAt = undefined;
    life.latest = world.now();
    life.resumedLate = life.leftAt !== undefined && life.seenAt !== world.now();
    life.peer.socket.resume();
    // Its FIN was waiting behind what it had not read.
    if (life.may.has("peer")) life.must = true;
  },
);
