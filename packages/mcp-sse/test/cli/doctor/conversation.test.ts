import { createGzip } from "node:zlib";
import { describe, expect, test } from "vitest";
import {
  checkBatching,
  checkCompression,
  checkIdle,
  checkPost,
  checkRouting,
} from "../../../src/cli/doctor/conversation.ts";
import { openStream } from "../../../src/cli/doctor/stream.ts";
import { serve } from "../../peer.ts";
import { serveMcp } from "../mcp-peer.ts";
import { patientOf } from "./patient.ts";

const EVENTS = { "content-type": "text/event-stream" };

async function opened(peer: Awaited<ReturnType<typeof serveMcp>>, timeoutMs = 5_000) {
  const patient = patientOf(peer.url, { timeoutMs });
  const stream = await openStream({ ...patient.settings, timeoutMs: 5_000 });
  return { patient, stream, endpoint: new URL("/m", peer.url) };
}

describe("a POST", () => {
  test("is taken and answered", async () => {
    const { patient, stream, endpoint } = await opened(await serveMcp());
    expect(await checkPost(patient, stream, endpoint)).toMatchObject([
      { check: "POST", verdict: "ok" },
      { check: "answer", verdict: "ok" },
    ]);
    expect(await checkBatching(patient, stream, endpoint)).toMatchObject({ verdict: "ok" });
    stream.close();
  });

  test("is refused, or taken and never answered", async () => {
    const refused = await opened(
      await serveMcp({}, { post: (_request, response) => response.writeHead(404).end() }),
    );
    expect(await checkPost(refused.patient, refused.stream, refused.endpoint)).toMatchObject([
      { verdict: "fail", fix: expect.stringContaining("another process") },
    ]);
    const mute = await opened(await serveMcp({ initialize: () => undefined }), 100);
    expect(await checkPost(mute.patient, mute.stream, mute.endpoint)).toMatchObject([
      { verdict: "ok" },
      { check: "answer", verdict: "fail" },
    ]);
    for (const { stream } of [refused, mute]) stream.close();
  });
});

test("events that come together only are found out", async () => {
  const held: unknown[] = [];
  const peer = await serveMcp({
    ping({ id }) {
      held.push({ jsonrpc: "2.0", id, result: {} });
      if (held.length === 2) for (const answer of held) peer.emit(answer);
      return undefined;
    },
  });
  const { patient, stream, endpoint } = await opened(peer);
  expect(await checkBatching(patient, stream, endpoint)).toMatchObject({
    verdict: "fail",
    evidence: "the answer to a ping came with 2 others",
    fix: expect.stringContaining("something between collects"),
  });
  stream.close();
});

describe("what is no buffering", () => {
  test("is a stream that is cut", async () => {
    const peer = await serveMcp({ ping: () => void peer.streams.at(-1)?.destroy() });
    const { patient, stream, endpoint } = await opened(peer);
    const finding = await checkBatching(patient, stream, endpoint);
    expect(finding).toMatchObject({ check: "stream", verdict: "fail", fix: expect.stringContaining("ends") });
    expect(finding.fix).not.toContain("buffering");
    const cut = await serveMcp({ initialize: () => void cut.streams.at(-1)?.destroy() });
    const first = await opened(cut);
    expect((await checkPost(first.patient, first.stream, first.endpoint))[1]).toMatchObject({
      check: "answer",
      evidence: "the connection broke",
      fix: expect.not.stringContaining("holds events back"),
    });
  });

  test("is a POST that is refused", async () => {
    const peer = await serveMcp({}, { post: (_request, response) => response.writeHead(500).end() });
    const { patient, stream, endpoint } = await opened(peer);
    expect(await checkBatching(patient, stream, endpoint)).toMatchObject({
      verdict: "fail",
      evidence: expect.stringContaining("500"),
      fix: expect.stringContaining("log"),
    });
    stream.close();
  });
});

test("a compressed stream is a warning, and one of which no event comes a failure", async () => {
  const compressed = (isFlushed: boolean) =>
    serve((_request, response) => {
      response.writeHead(200, { ...EVENTS, "content-encoding": "gzip" }).flushHeaders();
      const gzip = createGzip();
      gzip.pipe(response);
      // The first ten bytes come at once: they are gzip's own.
      gzip.write("event: endpoint\ndata: /m\n\n");
      if (isFlushed) gzip.flush();
    });
  expect(await checkCompression(patientOf((await compressed(true)).url))).toMatchObject({ verdict: "warn" });
  expect(await checkCompression(patientOf((await compressed(false)).url))).toMatchObject({ verdict: "fail" });
  expect(await checkCompression(patientOf((await serveMcp()).url))).toMatchObject({ verdict: "ok" });
});

describe("an idle stream", () => {
  test("lives on comments, or is cut", async () => {
    const comments = await serve((_request, response) => {
      response.writeHead(200, EVENTS).write("event: endpoint\ndata: /m\n\n");
      const timer = setInterval(() => response.write(": x\n\n"), 20);
      response.once("close", () => clearInterval(timer));
    });
    expect(await checkIdle(patientOf(comments.url, { idleMs: 300 }))).toMatchObject([
      { check: "idle stream", verdict: "ok" },
      { check: "keep-alive", verdict: "ok" },
    ]);
    const cut = await serve((_request, response) => {
      response.writeHead(200, EVENTS).write("event: endpoint\ndata: /m\n\n");
      setTimeout(() => response.destroy(), 50);
    });
    expect((await checkIdle(patientOf(cut.url, { idleMs: 5_000 })))[0]).toMatchObject({
      verdict: "fail",
      evidence: expect.stringContaining("the connection broke"),
    });
  });

  test("is not looked at unasked, and judges no silence that is shorter than a pause between comments", async () => {
    const peer = await serveMcp();
    expect(await checkIdle(patientOf(peer.url))).toMatchObject([{ verdict: "skip" }]);
    expect(await checkIdle(patientOf(peer.url, { idleMs: 50 }))).toMatchObject([
      { verdict: "ok" },
      { check: "keep-alive", verdict: "info" },
    ]);
  });

  test("that is not opened is no stream that was cut", async () => {
    const { url } = await serve((_request, response) => response.writeHead(503).end());
    expect(await checkIdle(patientOf(url, { idleMs: 5_000 }))).toMatchObject([
      { verdict: "fail", evidence: "the GET was answered 503" },
    ]);
  });
});

test("POSTs that miss their stream are counted", async () => {
  let posts = 0;
  const half = await serveMcp(
    {},
    { post: (_request, response) => response.writeHead(posts++ % 2 === 0 ? 202 : 404).end() },
  );
  expect(await checkRouting(patientOf(half.url, { sessions: 2 }))).toMatchObject({
    verdict: "fail",
    evidence: "2 of 4 POSTs of 2 sessions did not find their stream (50 %)",
  });
  expect(await checkRouting(patientOf(half.url, { sessions: 0 }))).toMatchObject({ verdict: "skip" });
  expect(await checkRouting(patientOf((await serveMcp()).url))).toMatchObject({ verdict: "ok" });
  const broken = await serveMcp({}, { post: (_request, response) => response.writeHead(500).end() });
  expect(await checkRouting(patientOf(broken.url))).toMatchObject({
    verdict: "warn",
    evidence: expect.stringContaining("500"),
  });
  const full = await serve((_request, response) => response.writeHead(503).end());
  expect(await checkRouting(patientOf(full.url))).toMatchObject({ verdict: "info" });
});
