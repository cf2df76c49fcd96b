import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { until } from "@mcp-sse/testkit";
import { afterEach, describe, expect, test, vi } from "vitest";
import { EarlyInput } from "../../../src/cli/client/early-input.ts";

afterEach(() => void vi.useRealTimers());

/** Until what was written has been read. */
async function hasRead(early: EarlyInput, bytes: number): Promise<void> {
  await until(() => early.bytes === bytes, `${bytes} bytes`);
}

describe("what a host writes before there is a connection", () => {
  test("is handed on in its order, before what comes later", async () => {
    const stdin = new PassThrough();
    const early = new EarlyInput(stdin);
    stdin.write("a");
    stdin.write("b");
    await hasRead(early, 2);
    const all = text(early.release());
    stdin.end("c");
    expect(await all).toBe("abc");
    expect(early.left.aborted).toBe(false);
  });

  test("is handed on after the pipe has ended, and so is the end", async () => {
    const stdin = new PassThrough();
    const early = new EarlyInput(stdin);
    stdin.end("ab");
    await until(() => stdin.readableEnded, "the end");
    expect(await text(early.release())).toBe("ab");
    expect(early.left.aborted).toBe(false);
  });

  test("is read up to 1 MiB, and whole in the end", async () => {
    const stdin = new PassThrough({ highWaterMark: 64 * 1024 });
    const early = new EarlyInput(stdin);
    const piece = "x".repeat(64 * 1024);
    for (let i = 0; i < 20; i++) stdin.write(piece);
    await hasRead(early, 1024 * 1024);
    expect(stdin.isPaused()).toBe(true);
    const all = text(early.release());
    stdin.end();
    expect((await all).length).toBe(20 * piece.length);
  });
});

describe("a host that leaves", () => {
  test("is noticed at once if it has said nothing", async () => {
    const stdin = new PassThrough();
    const early = new EarlyInput(stdin);
    stdin.end();
    await until(() => early.left.aborted, "the abort");
    expect(await text(early.release())).toBe("");
  });

  test("is noticed when its pipe breaks", async () => {
    const stdin = new PassThrough();
    const early = new EarlyInput(stdin);
    stdin.destroy(new Error("EIO"));
    await until(() => early.left.aborted, "the abort");
  });

  test("leaves 1 s for what it has said", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const stdin = new PassThrough();
    const early = new EarlyInput(stdin);
    stdin.end("a");
    await new Promise((resolve) => stdin.once("close", resolve));
    vi.advanceTimersByTime(999);
    expect(early.left.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(early.left.aborted).toBe(true);
  });

  test("is not waited for once the pipe is let go", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const stdin = new PassThrough();
    const early = new EarlyInput(stdin);
    stdin.end("a");
    await new Promise((resolve) => stdin.once("close", resolve));
    early.release();
    vi.advanceTimersByTime(10_000);
    expect(early.left.aborted).toBe(false);
  });
});
