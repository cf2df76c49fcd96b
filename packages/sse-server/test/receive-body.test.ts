import { describe, expect, test } from "vitest";
import type { Body } from "../src/exchange.ts";
import { Interruptions } from "../src/interruptions.ts";
import { messageOf, type ReceivedBody, receiveBody } from "../src/receive-body.ts";
import type { Refused } from "../src/request-guard.ts";
import { FakeExchange } from "./support/exchange.ts";

const json = { "content-type": "application/json" };
const content = (text: string): Body => ({ kind: "content", content: text, bytes: text.length });

/** What becomes of a body of at most 10 bytes. */
function receive(
  headers: Record<string, string>,
  body: Body,
  owner: Interruptions = new Interruptions(),
): Promise<ReceivedBody | Refused | undefined> {
  return receiveBody(new FakeExchange({ method: "POST", headers, body }), 10, 50, owner);
}

async function refusalOf(headers: Record<string, string>, body: Body): Promise<string | undefined> {
  const received = await receive(headers, body);
  return received !== undefined && "refusal" in received ? received.refusal.name : undefined;
}

describe("receiveBody", () => {
  test("gives a body of the right type and size", async () => {
    const body = content("0123456789");
    expect(await receive(json, body)).toBe(body);
  });

  test("checks type, coding and length before it reads", async () => {
    const unread: Body = { kind: "aborted" };
    expect(await refusalOf({}, unread)).toBe("UNSUPPORTED_MEDIA_TYPE");
    expect(await refusalOf({ ...json, "content-encoding": "gzip" }, unread)).toBe(
      "UNSUPPORTED_CONTENT_ENCODING",
    );
    expect(await refusalOf({ ...json, "content-length": "11" }, unread)).toBe("BODY_TOO_LARGE");
    expect(await refusalOf({ ...json, "content-length": "10" }, unread)).toBe("BODY_INCOMPLETE");
    expect(await refusalOf({ ...json, "content-length": "x" }, content("{}"))).toBeUndefined();
  });

  test.each<[string, Body]>([
    ["BODY_TOO_LARGE", { kind: "too-large" }],
    ["BODY_TIMEOUT", { kind: "timeout" }],
    ["BODY_INCOMPLETE", { kind: "aborted" }],
    ["BODY_CONSUMED", { kind: "consumed" }],
    ["BODY_TOO_LARGE", content("0123456789+")],
    ["BODY_TOO_LARGE", { kind: "parsed", value: {}, bytes: 11 }],
  ])("refuses with %s", async (refusal, body) => {
    expect(await refusalOf(json, body)).toBe(refusal);
  });

  test("names the limit in the detail", async () => {
    const tooLarge = await receive(json, { kind: "too-large" });
    const tooSlow = await receive(json, { kind: "timeout" });
    expect(tooLarge).toMatchObject({ detail: "the body is larger than 10 bytes (maxBodyBytes)" });
    expect(tooSlow).toMatchObject({ detail: "the body took longer than 50 ms (bodyTimeoutMs)" });
  });

  test("has nothing to say where what it is for ended first", async () => {
    expect(await receive(json, { kind: "over" })).toBeUndefined();
  });
});

describe("messageOf", () => {
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };

  test("reads text, bytes and what a parser made", () => {
    const text = JSON.stringify(ping);
    expect(messageOf({ kind: "content", content: text })).toEqual(ping);
    expect(messageOf({ kind: "content", content: new TextEncoder().encode(text), bytes: 1 })).toEqual(ping);
    expect(messageOf({ kind: "parsed", value: ping, bytes: 1 })).toEqual(ping);
  });

  test("tells what is no JSON from what is no message", () => {
    expect(messageOf({ kind: "content", content: "{" })).toMatchObject({ refusal: { name: "NOT_JSON" } });
    expect(messageOf({ kind: "content", content: "[]" })).toMatchObject({
      refusal: { name: "NOT_A_MESSAGE" },
    });
    expect(messageOf({ kind: "parsed", value: {}, bytes: 2 })).toMatchObject({
      refusal: { name: "NOT_A_MESSAGE" },
    });
  });

  test("says nothing of the body in the detail", () => {
    expect(JSON.stringify(messageOf({ kind: "content", content: "{secret" }))).not.toContain("secret");
  });
});
