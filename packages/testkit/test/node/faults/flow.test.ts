import { describe, expect, test } from "vitest";
import type { Treatment } from "../../../src/node/faults/fault.ts";
import { Flow } from "../../../src/node/faults/flow.ts";

function outlet() {
  const written: string[] = [];
  return {
    written,
    write: async (piece: Buffer) => void written.push(piece.toString()),
    end: () => void written.push("END"),
  };
}

/** Puts a mark on each piece, and one at its end. */
const mark = (name: string): Treatment => ({
  bytes: (piece, pass) => pass(Buffer.from(`${name}(${piece.toString()})`)),
  end: (pass) => pass(Buffer.from(`${name}.`)),
});

describe("a flow", () => {
  test("hands each piece through its treatments in order, then what they hold, then the end", async () => {
    const out = outlet();
    const flow = new Flow(out);
    void flow.treat([mark("a"), mark("b")]);
    void flow.push(Buffer.from("1"));
    void flow.push(Buffer.from("2"));
    await flow.finish();
    expect(out.written).toEqual(["b(a(1))", "b(a(2))", "b(a.)", "b.", "END"]);
  });

  test("changes treatments between pieces, after what the old ones hold", async () => {
    const out = outlet();
    const flow = new Flow(out);
    void flow.treat([mark("old")]);
    void flow.push(Buffer.from("1"));
    void flow.treat([mark("new")]);
    await flow.push(Buffer.from("2"));
    expect(out.written).toEqual(["old(1)", "old.", "new(2)"]);
    expect(flow.passed).toBe("old(1)old.new(2)".length);
  });

  test("drops what comes after it was closed, and ends once", async () => {
    const out = outlet();
    const flow = new Flow(out);
    flow.close();
    flow.close();
    await flow.push(Buffer.from("1"));
    await flow.finish();
    expect(out.written).toEqual(["END"]);
    expect(flow.passed).toBe(0);
  });

  test("that drops everything ends nothing", async () => {
    const out = outlet();
    const flow = new Flow(out);
    flow.drop();
    await flow.push(Buffer.from("1"));
    await flow.finish();
    expect(out.written).toEqual([]);
  });
});
