import { beforeEach, describe, expect, test, vi } from "vitest";
import { Batches } from "../../src/bus/batches.ts";

const send = vi.fn<(node: string, items: readonly string[]) => void>();
const sent = (): string[] => send.mock.calls.map(([node, items]) => `${node}: ${items.join(" ")}`);

const add = (batches: Batches<string>, node: string, item: string, units = item.length): void =>
  batches.add(node, item, units);

describe("Batches", () => {
  beforeEach(() => {
    send.mockClear();
  });

  test("send what comes in one turn together, in order for each node", async () => {
    const batches = new Batches(() => 1024 * 1024, send);
    for (const [node, item] of [
      ["a", "1"],
      ["b", "2"],
      ["a", "3"],
    ] as const) {
      add(batches, node, item);
    }
    expect(send).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(sent()).toEqual(["a: 1 3", "b: 2"]));
    add(batches, "a", "4");
    await vi.waitFor(() => expect(sent().slice(2)).toEqual(["a: 4"]));
  });

  test("send no more together than 64 Ki code units, or a quarter of what the broker takes in bytes", () => {
    for (const [maxTextBytes, most] of [
      [100 * 1024 * 1024, 64 * 1024],
      [4_000, 1_000],
    ] as const) {
      const batches = new Batches(() => maxTextBytes, send);
      add(batches, "a", "first", most - 10);
      add(batches, "a", "fits", 10);
      add(batches, "a", "next", 1);
      batches.flush();
    }
    expect(sent()).toEqual(["a: first fits", "a: next", "a: first fits", "a: next"]);
  });

  test("send alone what is larger than that, after what came before it", () => {
    const batches = new Batches(() => 4_000, send);
    add(batches, "a", "small", 1);
    add(batches, "a", "large", 3_000);
    add(batches, "a", "last", 1);
    batches.flush();
    batches.flush();
    expect(sent()).toEqual(["a: small", "a: large", "a: last"]);
  });
});
