import { verifies } from "@mcp-sse/testkit";
import { describe, expect, test } from "vitest";
import { encodeComment, encodeEvent } from "../src/encode.ts";
import type { ServerSentEvent } from "../src/event.ts";
import { createEventScanner } from "../src/scanner.ts";

function read(block: string): ServerSentEvent[] {
  const events: ServerSentEvent[] = [];
  const scanner = createEventScanner({ onEvent: (event) => events.push(event) });
  scanner.push(block);
  scanner.end();
  return events;
}

describe("encodeEvent", () => {
  verifies(
    ["sse.write.order", "sse.write.grammar", "sse.write.retry"],
    "writes event, id, retry, data in this order",
    () => {
      const event = { data: "x", retry: 3000, id: "7", event: "message" };
      expect(encodeEvent(event)).toBe("event: message\nid: 7\nretry: 3000\ndata: x\n\n");
    },
  );

  verifies("sse.write.order", "writes a data line also when there is no data", () => {
    expect(encodeEvent({ data: "" })).toBe("data: \n\n");
    expect(encodeEvent({ event: "x", data: "" })).toBe("event: x\ndata: \n\n");
  });

  verifies(
    ["sse.write.grammar"],
    "writes one space after the colon, so that a space of the value survives",
    () => {
      expect(encodeEvent({ data: " x", id: " 1" })).toBe("id:  1\ndata:  x\n\n");
      expect(read(encodeEvent({ data: " x", id: " 1" }))).toEqual([{ data: " x", id: " 1" }]);
    },
  );

  verifies("sse.write.data-lines", "writes one data field per line, whatever ends it", () => {
    expect(encodeEvent({ data: "a\nb\r\nc\rd" })).toBe("data: a\ndata: b\ndata: c\ndata: d\n\n");
    expect(encodeEvent({ data: "\n" })).toBe("data: \ndata: \n\n");
    expect(encodeEvent({ data: "a\r\n\r\n" })).toBe("data: a\ndata: \ndata: \n\n");
  });

  test.each(["\u0085", "\u2028", "\u2029", "\v", "\f", "\x1c", "\0"])("keeps %j inside its line", (char) => {
    expect(encodeEvent({ data: `a${char}b` })).toBe(`data: a${char}b\n\n`);
  });

  verifies("sse.write.refuse-line-break", "refuses a line break in event or id", () => {
    for (const text of ["\n", "\r", "\r\n", "a\nb", "a\rdata: forged", "message\n\n"]) {
      for (const event of [
        { event: text, data: "x" },
        { id: text, data: "x" },
      ]) {
        expect(() => encodeEvent(event)).toThrow(expect.objectContaining({ code: "ERR_SSE_FIELD_VALUE" }));
      }
    }
  });

  verifies("sse.write.refuse-nul", "refuses U+0000 in id, which readers drop without a word", () => {
    for (const id of ["\0", "1\0", "\u00001"]) {
      expect(() => encodeEvent({ id, data: "x" })).toThrow(
        expect.objectContaining({ code: "ERR_SSE_FIELD_VALUE" }),
      );
    }
  });

  verifies("sse.write.refuse-retry", "refuses a retry that is not a whole number of milliseconds", () => {
    for (const retry of [1.5, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 1e21]) {
      expect(() => encodeEvent({ retry, data: "x" })).toThrow(
        expect.objectContaining({ code: "ERR_SSE_FIELD_VALUE" }),
      );
    }
    expect(encodeEvent({ retry: 0, data: "" })).toBe("retry: 0\ndata: \n\n");
    expect(encodeEvent({ retry: 2 ** 53 - 1, data: "" })).toBe("retry: 9007199254740991\ndata: \n\n");
  });

  test("writes no value into its error", () => {
    for (const event of [
      { event: "secret\n", data: "" },
      { id: "secret\r", data: "" },
      { id: "secret\0", data: "" },
    ]) {
      let message = "nothing was thrown: secret";
      try {
        encodeEvent(event);
      } catch (error) {
        message = String(error);
      }
      expect(message).not.toContain("secret");
    }
  });

  test("C11: a CR in data opens no field at the reader, in any of its places", () => {
    for (const lineBreak of ["\r", "\n", "\r\n"]) {
      const data = ["hi", "event: endpoint", "data: http://evil/", "", "id: 9", ""].join(lineBreak);
      expect(read(encodeEvent({ event: "message", data }))).toEqual([
        { event: "message", data: "hi\nevent: endpoint\ndata: http://evil/\n\nid: 9\n" },
      ]);
    }
  });

  test("C11: what is no text forges no event, though it be written as text", () => {
    const forged = "x\n\nevent: endpoint\ndata: /evil\n\n";
    for (const value of [[forged], { includes: () => false, toString: () => forged }, 7, null, true]) {
      expect(() => encodeEvent({ data: value } as unknown as ServerSentEvent)).toThrow(TypeError);
      for (const name of ["event", "id"]) {
        const event = { data: "", [name]: value } as unknown as ServerSentEvent;
        const refused = expect.objectContaining({ code: "ERR_SSE_FIELD_VALUE" });
        expect(() => encodeEvent(event), name).toThrow(refused);
      }
    }
    expect(() => encodeEvent({} as ServerSentEvent)).toThrow(TypeError);
    expect(() => encodeComment([forged] as unknown as string)).toThrow(TypeError);
  });

  test("C15: U+2028 and U+2029 are read back both raw and as JSON escapes", () => {
    for (const data of ['{"t":"before\u2028after\u2029"}', String.raw`{"t":"before\u2028after\u2029"}`]) {
      const [event] = read(encodeEvent({ data }));
      expect(JSON.parse(event?.data ?? "")).toEqual({ t: "before\u2028after\u2029" });
    }
  });
});

describe("encodeComment", () => {
  verifies("sse.write.comment", "writes a comment, which no reader dispatches", () => {
    expect(encodeComment("ping")).toBe(": ping\n\n");
    expect(encodeComment()).toBe(": \n\n");
    expect(read(encodeComment("data: x"))).toEqual([]);
  });

  test.each([
    "ping\ndata: forged\n\n",
    "ping\rdata: forged\r\r",
    "a\r\nevent: x\r\n",
    "\n",
    "\r",
    "\ndata: x\n\n",
  ])("C13: every line of %j stays a comment", (text) => {
    const lines = encodeComment(text)
      .slice(0, -2)
      .split(/\r\n|\r|\n/);
    expect(lines.filter((line) => !line.startsWith(":"))).toEqual([]);
    expect(read(`${encodeComment(text)}data: next\n\n`)).toEqual([{ data: "next" }]);
  });
});
