// POSTs: good ones, bad ones of every kind, some that are cut, and the reads that take what they brought.

import fc from "fast-check";
import { expect } from "vitest";
import { BAD_POSTS, goodPost } from "./bad-posts.ts";
import { type Command, command, ofLife, slot } from "./command.ts";
import type { Life } from "./life.ts";
import { LIMITS } from "./limits.ts";
import type { Model } from "./model.ts";
import type { World } from "./world.ts";

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
  const isHeldUp = !life.reading;
  if (life.mode === "echoes" ? isHeldUp : isFull) {
    // It gets an answer, or it does not: what would come is here by then.
    await world.turns(20);
    if (peer.status === undefined) return void life.waiting.push({ id, peer, since: world.now() });
    expect(life.mode, "no answer while the queue is full").toBe("echoes");
  }
  expect(await model.answerOf(peer)).toBe(202);
  await model.accept(life, id);
}

export const badPost: fc.Arbitrary<Command> = fc
  .tuple(slot, fc.constantFrom(...BAD_POSTS))
  .map(([of, { kind, stage, status, slow, bytes }]) =>
    command(
      `bad POST (${of}), ${kind}`,
      ({ slots }) => slots[of]?.session !== undefined,
      async (model, world) => {
        const life = model.slots[of] as Life;
        const peer = model.ask(bytes(endpointOf(life)));
        const isLive = life.live && life.started;
        if (slow && isLive) return void model.slow.push({ life, peer, since: world.now() });
        let expected = status;
        if (stage === "session" && !isLive) expected = 404;
        // Nobody else's credentials are looked at for a session that is not.
        if (stage !== "guard" && model.phase === "closed") expected = 503;
        expect(await model.answerOf(peer)).toBe(expected);
      },
    ),
  );

export const goodPosts: fc.Arbitrary<Command> = ofLife("good POST", (life) => life.live, post);

export const latePost: fc.Arbitrary<Command> = ofLife("POST to an ended session", (life) => !life.live, post);

export const read: fc.Arbitrary<Command> = ofLife(
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

export const cutBody: fc.Arbitrary<Command> = ofLife(
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
