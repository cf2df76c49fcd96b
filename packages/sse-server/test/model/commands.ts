// What can happen to a handler and its sessions, one thing at a time.

import fc from "fast-check";
import { expect } from "vitest";
import { BAD_POSTS, goodPost, request } from "./bad-posts.ts";
import { Life, MODES } from "./life.ts";
import { CLOSE_MS, LARGE, LIMITS, SLACK_MS } from "./limits.ts";
import type { Model } from "./model.ts";
import { StreamPeer } from "./peers.ts";
import type { World } from "./world.ts";

type Command = fc.AsyncCommand<Model, World>;

/** A command by its name; `of` says whose session it is about. */
function command(
  name: string,
  check: (model: Model) => boolean,
  run: (model: Model, world: World) => Promise<void> | void,
): Command {
  return {
    check,
    async run(model, world) {
      await run(model, world);
      await model.settle();
    },
    toString: () => name,
  };
}

const slot = fc.nat(4);

/** A command about one client's life, where `check` holds of it. */
function ofLife(
  name: string,
  check: (life: Life) => boolean,
  run: (life: Life, model: Model, world: World) => Promise<void> | void,
): fc.Arbitrary<Command> {
  return slot.map((of) =>
    command(
      `${name} (${of})`,
      ({ slots }) => {
        const life = slots[of];
        return life?.session !== undefined && check(life);
      },
      (model, world) => run(model.slots[of] as Life, model, world),
    ),
  );
}

const GET = ["Host: localhost", "Authorization: alice", "Accept: text/event-stream"];

const open = fc.tuple(slot, fc.nat(MODES.length * 2)).map(([of, kind]) => {
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

const refusedOpen = fc.constantFrom(...REFUSED_GETS).map(([status, isGuard, line, headers]) =>
  command(
    `refused open, ${status}`,
    () => true,
    async (model) => {
      const answer = await model.answerOf(model.ask(request(line, headers)));
      expect(answer).toBe(isGuard || model.phase === "open" ? status : 503);
    },
  ),
);

function endpointOf({ session }: Life): string {
  return `/sse?sessionId=${session?.id}`;
}

async function post(life: Life, model: Model, world: World): Promise<void> {
  const id = world.nextNumber();
  const peer = model.ask(goodPost(endpointOf(life), id));
  if (!life.live || !life.started) {
    expect(await model.answerOf(peer)).toBe(model.phase === "closed" ? 503 : 404);
    return;
  }
  const isFull = life.queued >= LIMITS.maxQueuedMessages || life.waiting.length > 0;
  const isHeldUp = life.mode === "echoes" && !life.reading;
  if (life.mode === "leaves it to the test" ? isFull : isHeldUp) {
    // It gets an answer, or it does not: what would come is here by then.
    await world.turns(20);
    if (peer.status === undefined) return void life.waiting.push({ id, peer, since: world.now() });
  }
  expect(await model.answerOf(peer)).toBe(202);
  await model.accept(life, id);
}

const badPost = fc
  .tuple(slot, fc.constantFrom(...BAD_POSTS))
  .map(([of, { kind, stage, status, slow, bytes }]) =>
    command(
      `bad POST (${of}), ${kind}`,
      ({ slots }) => slots[of]?.session !== undefined,
      async (model, world) => {
        const life = model.slots[of] as Life;
        const peer = model.ask(bytes(endpointOf(life)));
        const isLive = life.live && life.started;
        if (slow && isLive) return void model.slow.push({ peer, since: world.now() });
        let expected = status;
        if (stage === "session" && !isLive) expected = 404;
        // Nobody else's credentials are looked at for a session that is not.
        if (stage !== "guard" && model.phase === "closed") expected = 503;
        expect(await model.answerOf(peer)).toBe(expected);
      },
    ),
  );

const read = ofLife(
  "read",
  (life) => life.mode === "leaves it to the test" && life.live,
  async (life, model, world) => {
    life.started = true;
    life.reads++;
    const isThere = life.accepted.length >= life.reads;
    void life.session?.read().then((message) => {
      if (message !== undefined && "id" in message) life.taken.push(Number(message.id));
      else life.reads--;
    });
    if (isThere) await world.until(() => life.taken.length === life.reads, "a message");
    const next = life.waiting[0];
    if (!isThere || next === undefined) return;
    life.waiting.shift();
    expect(await model.answerOf(next.peer)).toBe(202);
    await model.accept(life, next.id);
  },
);

function write(name: string, size: number, times = 1): fc.Arbitrary<Command> {
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

const fill = ofLife(
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

/** Sets the client aside: it reads nothing more, for now or for ever. */
function stall(name: string, forEver: boolean): fc.Arbitrary<Command> {
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

const resume = ofLife(
  "resume",
  (life) => life.stalledAt !== undefined && !life.vanished && !life.gone,
  (life, _model, world) => {
    life.stalledAt = undefined;
    life.latest = world.now();
    life.peer.socket.resume();
  },
);

const fin = ofLife(
  "client FIN",
  (life) => life.live && !life.vanished && !life.gone,
  (life, model) => {
    life.peer.socket.end();
    // With bytes on their way to a reader that stalls the connection stays half open.
    if (life.reading) model.mustEnd(life, "peer", "network");
    else for (const code of ["peer", "network"] as const) life.may.add(code);
  },
);

const reset = ofLife(
  "client RST",
  (life) => life.live && !life.vanished && !life.gone,
  (life, model) => {
    life.gone = true;
    life.peer.socket.resetAndDestroy();
    model.mustEnd(life, "peer", "network");
  },
);

const cutBody = ofLife(
  "cut body",
  () => true,
  async (life, model, world) => {
    const half = goodPost(endpointOf(life), 0).slice(0, -5);
    const peer = model.ask(half);
    await world.turns(5);
    peer.socket.destroy();
    await world.turns(5);
  },
);

const advance = fc
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

const close = ofLife(
  "server close",
  () => true,
  (life, model) => {
    const { session } = life;
    if (life.live) model.mustEnd(life, "local");
    expect(session?.close("first")).toBe(session?.close());
  },
);

const shutdown = fc.nat(9).map((rare) =>
  command(
    "shutdown",
    // One in ten: what follows is about a handler that takes nothing more.
    (model) => model.phase === "open" && rare === 0,
    (model) => model.shutdown(CLOSE_MS),
  ),
);

/** Every command, the frequent ones more than once. */
export const COMMANDS: fc.Arbitrary<Command>[] = [
  open,
  open,
  open,
  refusedOpen,
  ofLife("good POST", (life) => life.live, post),
  ofLife("good POST", (life) => life.live, post),
  badPost,
  badPost,
  ofLife("POST to an ended session", (life) => !life.live, post),
  cutBody,
  read,
  write("write", 10),
  write("big write", LARGE),
  write("big write", LARGE),
  write("flood", LARGE, 8),
  fill,
  fill,
  stall("stall", false),
  stall("black hole", true),
  resume,
  fin,
  reset,
  advance,
  advance,
  close,
  shutdown,
];
