// The server's lines of a transcript, sent to a real client, whose lines are compared.

import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { expect } from "vitest";
import { within } from "../../patience.ts";
import type { Transcript, TranscriptStep } from "../../transcript/parse.ts";
import { serveListener } from "../http/serve.ts";

/** The session ID that the server of a transcript gives. */
const SESSION = "golden-session";

/** A server that plays one transcript to one client. */
export interface TranscriptServer {
  /** Where the client is to GET. */
  readonly url: URL;
  /** Settles when every step was played; rejects where the client's lines differ. */
  readonly played: Promise<void>;
  close(): Promise<void>;
}

interface Arrived {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

export interface ReplayOptions {
  /** Whether pages of every origin may ask; what a browser asks before that is no step of the transcript. */
  readonly anyOrigin?: boolean;
  /** What the end of the stream waits for: a client may see it before an answer that has left before it. */
  readonly mayEnd?: Promise<void>;
}

/** Plays the server of a transcript. */
export async function replayServer(
  { steps }: Transcript,
  { anyOrigin = false, mayEnd = Promise.resolve() }: ReplayOptions = {},
): Promise<TranscriptServer> {
  const arrived: Arrived[] = [];
  let wake: () => void = () => {};
  const server = await serveListener((req, res) => {
    if (anyOrigin) {
      res.setHeader("access-control-allow-origin", "*").setHeader("access-control-allow-headers", "*");
      if (req.method === "OPTIONS") return void res.writeHead(204).end();
    }
    arrived.push({ req, res });
    wake();
  });

  async function next(): Promise<Arrived> {
    for (;;) {
      const first = arrived.shift();
      if (first) return first;
      await within(
        new Promise<void>((resolve) => {
          wake = resolve;
        }),
        "the next request",
      );
    }
  }

  const first = steps.find((step) => step.kind === "request");
  if (first?.kind !== "request") throw new SyntaxError("the transcript has no request");
  const played = play(steps, next, mayEnd);
  // Whoever awaits it is told why; a client that waits for the next line is told at once.
  played.catch(() => server.close());
  return { url: new URL(first.target, server.url), played, close: () => server.close() };
}

async function play(
  steps: readonly TranscriptStep[],
  next: () => Promise<Arrived>,
  mayEnd: Promise<void>,
): Promise<void> {
  let stream: ServerResponse | undefined;
  let left = Promise.resolve();
  let current: ServerResponse | undefined;
  for (const [at, step] of steps.entries()) {
    if (step.kind === "request") {
      const { req, res } = await next();
      await expectRequest(req, step);
      current = res;
    } else if (step.kind === "response") {
      current?.writeHead(step.status, Object.fromEntries(step.headers));
      if (steps[at + 1]?.kind === "stream" && stream === undefined && current) {
        stream = current;
        left = ended(stream);
      } else current?.end(step.body);
    } else if (step.kind === "stream") {
      stream?.write(step.text.replaceAll("{session}", SESSION));
    } else if (step.by === "server") {
      await within(mayEnd, "the leave to end");
      stream?.end();
    } else {
      await within(left, "the client's leaving");
    }
  }
}

function ended(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.once("close", resolve));
}

async function expectRequest(
  req: IncomingMessage,
  expected: Extract<TranscriptStep, { kind: "request" }>,
): Promise<void> {
  expect(`${req.method} ${req.url}`).toBe(
    `${expected.method} ${expected.target.replaceAll("{session}", SESSION)}`,
  );
  for (const [name, value] of expected.headers) expect(req.headers[name], name).toBe(value);
  if (expected.body !== undefined) expect(await text(req)).toBe(expected.body);
}
