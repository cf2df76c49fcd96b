import { describe, expect, test } from "vitest";
import type { RawHead } from "../../../src/node/http/raw-response.ts";
import { createRawStream } from "../../../src/node/http/raw-stream.ts";

const head: RawHead = { status: 200, headers: [], header: () => undefined, text: "" };

async function* pieces(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text, "latin1");
}

describe("createRawStream", () => {
  test("puts events together that come in pieces, and characters too", async () => {
    const stream = createRawStream(head, pieces("event: a\nda", "ta: \xc3", "\xa9\n", "\n"));
    expect(await stream.next()).toEqual({ event: "a", data: "é" });
    expect(await stream.next()).toBeUndefined();
    expect(stream.text).toBe("event: a\ndata: é\n\n");
  });

  test("gives no event for comments, and keeps them", async () => {
    const stream = createRawStream(head, pieces(": one\n\n:two\ndata: x\n\n"));
    expect(await stream.next()).toEqual({ event: undefined, data: "x" });
    expect(stream.comments).toEqual(["one", "two"]);
  });

  test("names the event that does not come", async () => {
    const stream = createRawStream(
      head,
      (async function* () {
        await new Promise(() => {});
        yield Buffer.alloc(0);
      })(),
    );
    await expect(stream.next(10)).rejects.toThrow("the next event");
  });
});
