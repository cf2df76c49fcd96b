// What must be true after each command, of every client's life and of the handler as a whole.

import { expect, vi } from "vitest";
import type { Life } from "./life.ts";
import { CLOSE_MS, LIMITS, SLACK_MS } from "./limits.ts";
import { PostPeer } from "./peers.ts";
import type { World } from "./world.ts";

const GRACEFUL = new Set(["local", "idle", "shutdown", "accept-failed"]);

export class Model {
  readonly world: World;
  /** The lives that commands are about; those before them are only watched. */
  readonly slots: (Life | undefined)[] = [undefined, undefined, undefined, undefined, undefined];
  readonly slow: { readonly life: Life; readonly peer: PostPeer; readonly since: number }[] = [];
  phase: "open" | "closing" | "closed" = "open";
  #closedAt = Infinity;
  #closed = false;
  readonly #posters: PostPeer[] = [];

  constructor(world: World) {
    this.world = world;
  }

  /** Streams that take up room. */
  get streams(): number {
    return this.world.lives.filter(({ session, reasons }) => session !== undefined && reasons.length === 0)
      .length;
  }

  /** Sends a request of a whole answer on a connection that is kept alive, where there is one. */
  ask(bytes: string): PostPeer {
    const busy = new Set(this.world.lives.flatMap(({ waiting }) => waiting.map(({ peer }) => peer)));
    for (const { peer } of this.slow) busy.add(peer);
    let peer = this.#posters.find((each) => !each.closed && each.status !== undefined && !busy.has(each));
    if (peer === undefined) {
      peer = new PostPeer(this.world.port);
      this.#posters.push(peer);
    }
    peer.send(bytes);
    return peer;
  }

  async answerOf(peer: PostPeer): Promise<number> {
    await this.world.until(() => peer.status !== undefined, "an answer");
    return peer.status ?? 0;
  }

  /** A POST was answered 202: so were those before it that waited. */
  async accept(life: Life, id: number): Promise<void> {
    while (life.waiting[0] !== undefined && life.waiting[0].id < id) await this.#answered(life, [202, 503]);
    life.accepted.push(id);
    life.heard = true;
    life.latest = this.world.now();
    life.earliest = life.latest;
    if (life.mode === "throws at its first message") life.may.add("accept-failed");
    else if (life.mode === "closes it in its own callbacks") life.may.add("local");
    else return;
    life.must = true;
  }

  /** Closes the handler. */
  shutdown(graceMs: number): void {
    this.phase = "closing";
    this.#closedAt = this.world.now() + graceMs;
    const closing = this.world.handler.close({ graceMs });
    expect(this.world.handler.close()).toBe(closing);
    void closing.then(() => {
      this.#closed = true;
    });
    for (const life of this.world.lives) {
      if (life.live) this.mustEnd(life, "shutdown");
    }
  }

  mustEnd(life: Life, ...codes: Parameters<Life["may"]["add"]>[0][]): void {
    for (const code of codes) life.may.add(code);
    life.must = true;
  }

  /** Waits for what must happen, and checks everything. */
  async settle(): Promise<void> {
    const { world } = this;
    const now = world.now();
    await world.turns(3);
    for (const life of world.lives) if (life.session !== undefined) await this.#settleLife(life, now);
    for (const { life, peer, since } of this.slow.splice(0)) {
      const isLate = now - since >= LIMITS.bodyTimeoutMs;
      if (life.live && !isLate) this.slow.push({ life, peer, since });
      else
        expect([...(isLate ? [408] : []), ...(life.live ? [] : [404])]).toContain(await this.answerOf(peer));
    }
    if (this.phase === "closing" && (this.streams === 0 || now >= this.#closedAt)) {
      await world.until(() => this.#closed, "the end of close");
      this.phase = "closed";
    }
    expect(this.#closed).toBe(this.phase === "closed");
    // One may have ended meanwhile; whether it may have is checked with its reason.
    for (const life of world.lives) {
      if (world.isInMap(life)) life.seenAt = now;
      else if (life.live) life.leftAt = now;
    }
    expect(world.handler.sessionCount, "sessions").toBe(world.lives.filter((life) => life.live).length);
    await world.until(() => vi.getTimerCount() <= this.#timers(), "the end of a timer");
  }

  async #settleLife(life: Life, now: number): Promise<void> {
    const { world } = this;
    life.age(now);
    if (life.leftAt === undefined) {
      if (life.must) await world.until(() => !world.isInMap(life), "the end of a session");
      if (!world.isInMap(life)) life.leftAt = now;
    }
    if (life.leftAt === undefined) await this.#settleLive(life);
    else await this.#settleEnded(life, now);
    await this.#settleWaiting(life, now);
    life.check();
  }

  async #settleLive(life: Life): Promise<void> {
    const { peer } = life;
    if (!life.started || !life.reading) return;
    await this.world.until(
      () => peer.numbers.length === life.sent.length && life.writes.every(({ state }) => state !== "waiting"),
      "every message",
    );
    expect(peer.ended, "the stream's end").toBe(false);
  }

  async #settleEnded(life: Life, now: number): Promise<void> {
    const { world } = this;
    const { peer, reasons } = life;
    if (!life.reading && !life.isCut(now) && life.started) return;
    await world.until(() => reasons.length === 1, "the reason of an end");
    const code = reasons[0]?.code ?? "protocol";
    if (!life.started) {
      if (code === "peer" || code === "network") return;
      await world.until(() => peer.status !== undefined, "the answer to a GET");
      expect(peer.status).toBe(code === "shutdown" ? 503 : 500);
    } else if (life.reading) {
      await world.until(() => peer.ended, "the end of a stream");
      if (life.leftAt !== now || life.resumedLate) return;
      // Node ends its half when a client has ended its own, and what is written after that goes nowhere.
      if (GRACEFUL.has(code) && peer.socket.writableEnded) return;
      if (GRACEFUL.has(code)) expect(peer.numbers).toEqual(life.sent);
      expect(peer.isComplete, `in good order: ${code}`).toBe(GRACEFUL.has(code));
    }
  }

  async #settleWaiting(life: Life, now: number): Promise<void> {
    for (let first = life.waiting[0]; first !== undefined; first = life.waiting[0]) {
      const isLate = now - first.since >= LIMITS.queueTimeoutMs;
      const wasRead = life.taken.length > life.accepted.length;
      if (!isLate && !wasRead && life.leftAt === undefined && first.peer.status === undefined) return;
      // Of an echo nobody knows when it read on.
      const echoed = life.mode === "echoes" ? [202] : [];
      await this.#answered(life, [...echoed, ...(isLate ? [503] : []), ...(life.live ? [] : [404])]);
    }
  }

  async #answered(life: Life, statuses: readonly number[]): Promise<void> {
    const first = life.waiting.shift();
    if (first === undefined) return;
    const status = await this.answerOf(first.peer);
    expect(statuses).toContain(status);
    if (status === 202) life.accepted.push(first.id);
  }

  /** As many as may be set: one for all sessions, and one for each that somebody waits by. */
  #timers(): number {
    const { lives } = this.world;
    const own = lives.flatMap(({ session, started, leftAt, reasons, waiting }) => [
      ...waiting,
      ...(session !== undefined && !started && leftAt === undefined ? ["accept"] : []),
      ...(leftAt !== undefined && reasons.length === 0 ? ["close"] : []),
    ]).length;
    const wheel = lives.some(({ live, started }) => live && started) ? 1 : 0;
    return own + wheel + this.slow.length + (this.phase === "closing" ? 1 : 0);
  }

  /** Ends everything, and looks for what is left. */
  async finish(): Promise<void> {
    const { world } = this;
    if (this.phase === "open") this.shutdown(CLOSE_MS);
    await this.settle();
    await world.advance(CLOSE_MS + SLACK_MS);
    await this.settle();
    expect(this.phase).toBe("closed");
    for (const life of world.lives) {
      const { session, reasons, peer } = life;
      if (session !== undefined && life.started && !life.gone) {
        // Also who stalled or vanished finds one end, behind what the two sockets held for it.
        peer.socket.resume();
        await world.until(() => peer.ended, "the end of a stream");
        await world.turns(2);
        expect(peer.ends, "ends at the client").toBe(1);
        life.check();
      }
      peer.socket.destroy();
      if (session === undefined) continue;
      expect(reasons).toHaveLength(1);
      const told = life.started ? [reasons[0]?.code] : [];
      expect([world.opened.get(session) ?? 0, world.closed.get(session) ?? []]).toEqual([told.length, told]);
      for (let at = life.taken.length; ; at++) {
        const message = await session.read();
        if (message === undefined) break;
        life.taken.push("id" in message ? Number(message.id) : -at);
      }
      expect(life.taken, "what was answered 202 can be read").toEqual(life.accepted);
      await expect(session.write({ jsonrpc: "2.0", method: "late" })).rejects.toMatchObject({
        reason: reasons[0],
      });
    }
    for (const peer of this.#posters) peer.socket.destroy();
    for (const error of world.errors) expect(error).toMatchObject({ code: "ERR_SSE_ACCEPT" });
    await world.expectNothing();
  }
}
