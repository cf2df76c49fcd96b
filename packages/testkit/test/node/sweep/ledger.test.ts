import { describe, expect, test } from "vitest";
import { Ledger } from "../../../src/node/sweep/ledger.ts";

/** Sends `N` and `R`, notifications and requests, of which those in `failed` fail; then receives. */
async function ledgerOf(
  kinds: string,
  received: readonly number[],
  failed: readonly number[] = [],
): Promise<Ledger> {
  const ledger = new Ledger();
  for (const [at, kind] of kinds.split("").entries()) {
    ledger.send(kind === "R", failed.includes(at) ? Promise.reject(new Error("failed")) : Promise.resolve());
  }
  for (const sequence of received) ledger.receive({ direction: "up", session: "x", sequence });
  await new Promise(setImmediate);
  return ledger;
}

describe("a ledger", () => {
  test.each<[string, number[]]>([
    ["NNN", [0, 1, 2]],
    ["NRRN", [0, 2, 1, 3]],
    ["NNN", [0, 2]],
  ])("finds %s in the order %j right", async (kinds, received) => {
    expect((await ledgerOf(kinds, received)).broken(1_000)).toEqual([]);
  });

  test.each<[string, number[], string[]]>([
    ["NN", [1, 0], ["order"]],
    ["NRN", [0, 2, 1], ["order"]],
    ["RN", [1, 0], ["order"]],
    ["NN", [0, 0, 1], ["duplicate"]],
    ["NN", [0, 1, 0], ["duplicate", "order"]],
  ])("finds %s in the order %j wrong", async (kinds, received, broken) => {
    expect((await ledgerOf(kinds, received)).broken(1_000)).toEqual(broken);
  });

  test("asks for no order of what waited for longer than its sender does", async () => {
    expect((await ledgerOf("NN", [1, 0])).broken(0)).toEqual([]);
  });

  test("is honest when what was taken arrived, and complete when everything did", async () => {
    const states = async (received: number[], failed: number[]) => {
      const { honest, complete, settled, isPrefix } = await ledgerOf("NNN", received, failed);
      return { honest, complete, settled, isPrefix };
    };
    expect(await states([0, 1, 2], [])).toEqual({
      honest: true,
      complete: true,
      settled: true,
      isPrefix: true,
    });
    expect(await states([0, 1], [2])).toEqual({
      honest: true,
      complete: false,
      settled: true,
      isPrefix: true,
    });
    expect(await states([0, 2], [])).toEqual({
      honest: false,
      complete: false,
      settled: true,
      isPrefix: false,
    });
  });

  test("is not settled while a promise is not", async () => {
    const ledger = await ledgerOf("N", [0]);
    ledger.send(false, new Promise(() => {}));
    expect(ledger.settled).toBe(false);
    expect(ledger.counts).toEqual({ sent: 2, received: 1 });
  });
});
