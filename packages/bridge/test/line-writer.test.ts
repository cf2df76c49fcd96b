import { PassThrough } from "node:stream";
import { staysPending, until } from "@mcp-sse/testkit";
import { describe, expect, test, vi } from "vitest";
import { LineWriter } from "../src/line-writer.ts";

function full(): { pipe: PassThrough; writer: LineWriter; text(): string } {
  const pipe = new PassThrough({ highWaterMark: 10 }).setEncoding("utf8");
  const writer = new LineWriter(pipe, () => {});
  void writer.write("x".repeat(20), undefined);
  let text = "";
  return {
    pipe,
    writer,
    text: () => {
      for (let chunk = pipe.read(); chunk !== null; chunk = pipe.read()) text += chunk;
      return text.replaceAll("x", "");
    },
  };
}

describe("lines to a pipe", () => {
  test("wait in order while it is full", async () => {
    const { writer, text } = full();
    const order: string[] = [];
    const writes = ["a", "b", "c"].map((line) => writer.write(line, undefined).then(() => order.push(line)));
    expect(await staysPending(Promise.race(writes), 5)).toBe(true);
    await until(() => text() === "abc");
    await Promise.all(writes);
    expect(order).toEqual(["a", "b", "c"]);
  });

  test("are taken back by an abort", async () => {
    const { writer, text } = full();
    const controller = new AbortController();
    const taken = writer.write("a", controller.signal);
    const kept = writer.write("b", undefined);
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(taken).rejects.toBe(reason);
    await until(() => text() === "b");
    await kept;
  });

  test("have left when a flush settles", async () => {
    const { writer, text } = full();
    await new LineWriter(new PassThrough(), () => {}).flush(1);
    void writer.write("a", undefined);
    const flushed = writer.flush(10_000);
    expect(await staysPending(flushed, 5)).toBe(true);
    await until(() => text() === "a");
    await flushed;
  });

  test("are given up by a flush after its time", async () => {
    vi.useFakeTimers();
    try {
      const { writer } = full();
      const waiting = writer.write("a", undefined);
      const flushed = writer.flush(5_000);
      await vi.advanceTimersByTimeAsync(5_000);
      await flushed;
      const error = new Error("gone");
      writer.fail(error);
      await expect(waiting).rejects.toBe(error);
    } finally {
      vi.useRealTimers();
    }
  });

  test("fail together, and a flush with them", async () => {
    const { writer } = full();
    const waiting = writer.write("a", undefined);
    const flushed = writer.flush(10_000);
    const error = new Error("gone");
    writer.fail(error);
    await expect(waiting).rejects.toBe(error);
    await flushed;
  });
});
