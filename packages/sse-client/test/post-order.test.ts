// The rules as a whole are proved in post-queue.test.ts; here, what a queue asks step by step.

import { describe, expect, test } from "vitest";
import { createPostOrder, type OrderedPost, type PostKind, type PostOrder } from "../src/post-order.ts";

interface Named extends OrderedPost {
  readonly name: string;
}

let places = 0;

/** A message, written after all that were made before it. */
function entry(name: string, kind: PostKind, more: Partial<Named> = {}): Named {
  return { name, kind, place: places++, writtenAt: 0, names: undefined, ...more };
}

describe("a post order", () => {
  function create(maxConcurrentPosts = 2): PostOrder<Named> {
    return createPostOrder(maxConcurrentPosts, 100);
  }

  /** Posts whatever may be posted at `now`, and names it. */
  function flow(order: PostOrder<Named>, now: number): string {
    const names: string[] = [];
    for (let next = order.next(now); next !== undefined; next = order.next(now)) {
      next.sentAt = now;
      names.push(next.name);
    }
    return names.join(" ");
  }

  test("has nothing to say about nothing", () => {
    const order = create();
    expect([order.due(), order.leftAt(), order.next(0)]).toEqual([
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      undefined,
    ]);
  });

  test("lets requests go up to their number, and responses beside them", () => {
    const order = create(2);
    const requests = ["R1", "R2", "R3"].map((name) => entry(name, "request"));
    for (const request of requests) order.add(request);
    order.add(entry("A1", "response"));
    expect(flow(order, 0)).toBe("R1 R2 A1");
    expect(order.due()).toBe(Number.POSITIVE_INFINITY);
    order.remove(requests[0] as Named);
    expect(flow(order, 1)).toBe("R3");
    expect(order.all()).toHaveLength(3);
  });

  test("holds a fence back until all before it is gone, or its time has come", () => {
    const order = create();
    const request = entry("R1", "request");
    order.add(request);
    order.add(entry("N1", "fence", { writtenAt: 30 }));
    order.add(entry("R2", "request"));
    expect(flow(order, 30)).toBe("R1");
    expect(order.due()).toBe(130);
    expect(flow(order, 129)).toBe("");
    expect(flow(order, 130)).toBe("N1");
    order.remove(request);
    expect(flow(order, 140)).toBe("");
  });

  test("has no time for a cancelled while the request that it names waits", () => {
    const order = create(1);
    const first = entry("R1", "request");
    const second = entry("R2", "request");
    order.add(first);
    order.add(second);
    order.add(entry("C", "fence", { names: second }));
    expect(flow(order, 0)).toBe("R1");
    expect(order.due()).toBe(Number.POSITIVE_INFINITY);
    order.remove(first);
    expect(flow(order, 500)).toBe("R2");
    expect(order.due()).toBe(600);
    second.sentAt = undefined;
    expect(order.due()).toBe(Number.POSITIVE_INFINITY);
    second.settled = true;
    expect(order.due()).toBe(100);
  });

  test("says when everything has left, as far as can be known", () => {
    const order = create(1);
    order.add(entry("R1", "request"));
    expect(order.leftAt()).toBe(Number.POSITIVE_INFINITY);
    const [request] = order.all();
    flow(order, 20);
    expect(order.leftAt()).toBe(120);
    if (request !== undefined) request.sentAt = undefined;
    expect(order.leftAt()).toBe(Number.POSITIVE_INFINITY);
  });

  test("says so of any number of messages", () => {
    const order = create(Number.POSITIVE_INFINITY);
    for (let count = 0; count < 200_000; count++) order.add(entry("R", "request"));
    flow(order, 20);
    expect(order.leftAt()).toBe(120);
  });

  test("lists what is posted before what waits", () => {
    const order = create(1);
    for (const name of ["R1", "R2"]) order.add(entry(name, "request"));
    flow(order, 0);
    expect(order.all().map(({ name }) => name)).toEqual(["R1", "R2"]);
  });
});
