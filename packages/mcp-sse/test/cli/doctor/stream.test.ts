import { until } from "@mcp-sse/testkit";
import { describe, expect, test } from "vitest";
import { answers, MAX_EVENTS, openStream } from "../../../src/cli/doctor/stream.ts";
import { servePeer } from "../../peer.ts";
import { patientOf } from "./patient.ts";

describe("a watched stream", () => {
  test("finds events that came and that come, counts comments, and knows its end", async () => {
    const peer = await servePeer();
    const stream = await openStream(patientOf(peer.url).settings);
    const first = await stream.event(() => true, 5_000);
    expect(first).toMatchObject({ event: { event: "endpoint" }, atMs: expect.any(Number) });
    const coming = stream.event(answers("a"), 5_000);
    peer.streams[0]?.write(": a comment\n\n");
    peer.emit(7);
    peer.streams[0]?.write("data: {\n\n");
    peer.emit({ id: "a" });
    expect(await coming).toBeDefined();
    expect(await stream.event(answers("a"), 0)).toBeDefined();
    expect(await stream.event(answers("b"), 10)).toBeUndefined();
    expect([stream.comments, stream.ended]).toEqual([1, undefined]);
    peer.streams[0]?.end();
    await stream.watch(5_000);
    expect(stream.ended).toBe("the server ended it");
    expect(await stream.event(answers("b"), 5_000)).toBeUndefined();
  });

  test("that breaks is told from one that is ended", async () => {
    const peer = await servePeer();
    const stream = await openStream(patientOf(peer.url).settings);
    await stream.event(() => true, 5_000);
    peer.streams[0]?.destroy();
    await stream.watch(5_000);
    expect(stream.ended).toBe("the connection broke");
  });

  test("keeps no more events than it can need", async () => {
    const peer = await servePeer();
    const stream = await openStream(patientOf(peer.url).settings);
    for (let n = 0; n < MAX_EVENTS + 10; n++) peer.emit({ id: `n${n}` });
    peer.streams[0]?.write(": last\n\n");
    await until(() => stream.comments === 1);
    expect(await stream.event(answers(`n${MAX_EVENTS + 5}`), 0)).toBeUndefined();
    expect(await stream.event(answers("n5"), 0)).toBeDefined();
    stream.close();
  });
});
