// GETs: sessions of every kind, and what is refused.

import fc from "fast-check";
import { expect } from "vitest";
import { request } from "./bad-posts.ts";
import { type Command, command, slot } from "./command.ts";
import { Life, MODES } from "./life.ts";
import { LIMITS } from "./limits.ts";
import { StreamPeer } from "./peers.ts";

const GET = ["Host: localhost", "Authorization: alice", "Accept: text/event-stream"];

export const open: fc.Arbitrary<Command> = fc.tuple(slot, fc.nat(MODES.length * 2)).map(([of, kind]) => {
  // One in two is left to the test: the others end soon.
  const mode = MODES[kind < MODES.length ? kind : 0] ?? "leaves it to the test";
  return command(
    `open (${of}), ${mode}`,
    ({ slots }) => !slots[of]?.live,
    async (model, world) => {
      const isRefused = model.phase !== "open" || model.streams >= LIMITS.maxSessions;
      const at = world.lives.length;
      const peer = new StreamPeer(world.port, request(`GET /sse?life=${at} HTTP/1.1`, GET));
      const life = new Life(mode, peer, world.now());
      world.lives.push(life);
      model.slots[of] = life;
      if (isRefused) {
        await world.until(() => peer.status !== undefined, "the answer to a GET");
        expect([peer.status, life.session]).toEqual([503, undefined]);
        return;
      }
      await world.until(() => life.session !== undefined, "the session");
      if (mode === "hangs") return;
      if (mode === "throws" || mode === "rejects") return model.mustEnd(life, "accept-failed");
      life.started = true;
      if (mode === "writes and throws") model.mustEnd(life, "accept-failed");
      await world.until(() => peer.endpoint !== undefined, "the endpoint event");
    },
  );
});

const REFUSED_GETS: readonly (readonly [
  status: number,
  isGuard: boolean,
  line: string,
  headers: string[],
])[] = [
  [403, true, "GET /sse HTTP/1.1", ["Host: evil.example", "Authorization: alice"]],
  [403, true, "GET /sse HTTP/1.1", ["Host: localhost", "Origin: null", "Authorization: alice"]],
  [400, true, "GET //evil/sse HTTP/1.1", ["Host: localhost", "Authorization: alice"]],
  [405, true, "DELETE /sse HTTP/1.1", ["Host: localhost", "Authorization: alice"]],
  [406, false, "GET /sse HTTP/1.1", ["Host: localhost", "Authorization: alice", "Accept: text/html"]],
  [401, false, "GET /sse HTTP/1.1", ["Host: localhost"]],
];

export const refusedOpen: fc.Arbitrary<Command> = fc
  .constantFrom(...REFUSED_GETS)
  .map(([status, isGuard, line, headers]) =>
    command(
      `refused open, ${status}`,
      () => true,
      async (model) => {
        const answer = await model.answerOf(model.ask(request(line, headers)));
        expect(answer).toBe(isGuard || model.phase === "open" ? status : 503);
      },
    ),
  );
