import { describe, expect, test } from "vitest";
import { UnheardErrors } from "../src/unheard-error.ts";
import { collectWarnings } from "./support/warnings.ts";

const HINT = "(the observer's error is told instead, where there is one)";

describe("UnheardErrors", () => {
  test("warns with the texts of the error and its causes, and the stack of the first of them", async () => {
    const warnings = collectWarnings();
    const cause = new RangeError("no server");
    new UnheardErrors().tell(new Error("accept failed", { cause }));
    expect(await warnings()).toEqual([
      { name: "McpSseWarning", message: `accept failed: no server ${HINT}`, detail: cause.stack },
    ]);
  });

  test("warns once per text, whichever error holds it", async () => {
    const warnings = collectWarnings();
    const unheard = new UnheardErrors();
    for (const text of ["a", "b", "a", "b"]) unheard.tell(new Error(text));
    unheard.tell(new Error("a", { cause: "b" }));
    const told = (await warnings()).map(({ message }) => message);
    expect(told).toEqual([`a ${HINT}`, `b ${HINT}`, `a: b ${HINT}`]);
  });

  test("remembers no more than a hundred texts", async () => {
    const warnings = collectWarnings();
    const unheard = new UnheardErrors();
    for (let count = 0; count <= 100; count++) unheard.tell(new Error(`number ${count}`));
    unheard.tell(new Error("number 100"));
    unheard.tell(new Error("number 0"));
    expect((await warnings()).slice(100).map(({ message }) => message)).toEqual([
      `number 100 ${HINT}`,
      `number 0 ${HINT}`,
    ]);
  });

  test("lets no text end the line, colour a terminal, look like a frame or fill the memory", async () => {
    const warnings = collectWarnings();
    const forged = "no\u001b[31m such\nError: forged\r\n    at forged (file.js:1:1)\u2028\u009b";
    new UnheardErrors().tell(new Error(forged));
    new UnheardErrors().tell(new Error("x".repeat(1_000_000)));
    const [first, second] = await warnings();
    const line =
      "no\\u001b[31m such\\u000aError: forged\\u000d\\u000a    at forged (file.js:1:1)\\u2028\\u009b";
    expect(first?.message).toBe(`${line} ${HINT}`);
    const [head, frame] = first?.detail?.split("\n") ?? [];
    expect(head).toBe(`Error: ${line}`);
    expect(frame).toMatch(/^ {4}at .*unheard-error\.test/);
    expect(second?.message.length).toBeLessThan(3_000);
  });

  test("takes what is no error, and causes that go round", async () => {
    const warnings = collectWarnings();
    const ring = new Error("ring");
    ring.cause = ring;
    new UnheardErrors().tell(ring);
    new UnheardErrors().tell(undefined);
    const [first, second] = await warnings();
    expect(first?.message).toMatch(/^ring: ring/);
    expect(second).toMatchObject({ message: `undefined ${HINT}` });
  });
});
