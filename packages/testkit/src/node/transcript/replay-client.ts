// The client's lines of a transcript, sent to a real server, whose lines are compared.

import { expect } from "vitest";
import type { ConnectionSubject, Message } from "../../connection/subject.ts";
import { within } from "../../patience.ts";
import { messagesIn, type Transcript, type TranscriptStep } from "../../transcript/parse.ts";
import { connectRaw, type RawConnection } from "../http/raw-connection.ts";
import type { RawHead } from "../http/raw-response.ts";
import type { RawStream } from "../http/raw-stream.ts";

/**
 * Plays the client of a transcript against a server, and fails where the server's lines differ.
 *
 * The application behind the server is {@link playApplication}.
 */
export async function replayClient({ steps }: Transcript, url: string | URL): Promise<void> {
  const opened: RawConnection[] = [];
  let stream: { body: RawStream; seen: number } | undefined;
  let session = "{session}";
  try {
    for (const [at, step] of steps.entries()) {
      if (step.kind === "request") {
        const connection = await connectRaw(url);
        opened.push(connection);
        connection.send({ ...step, target: step.target.replace("{session}", session) });
        const expected = steps[at + 1];
        if (expected?.kind !== "response") throw new SyntaxError("a request has no answer in the transcript");
        if (expected.status === 200 && step.method === "GET") {
          stream = { body: await connection.stream(), seen: 0 };
          expectHead(stream.body.head, expected);
        } else {
          const answer = await connection.response();
          expectHead(answer, expected);
          if (expected.body !== undefined) expect(answer.body).toBe(expected.body);
        }
      } else if (step.kind === "stream") {
        if (!stream) throw new SyntaxError("the transcript streams before a GET");
        session = await expectStream(stream, step.text, session);
      } else if (step.kind === "end" && step.by === "server") {
        expect(await stream?.body.next()).toBeUndefined();
      } else if (step.kind === "end") {
        opened[0]?.destroy();
      }
    }
  } finally {
    for (const connection of opened) connection.destroy();
  }
}

function expectHead(head: RawHead, expected: Extract<TranscriptStep, { kind: "response" }>): void {
  expect(head.status).toBe(expected.status);
  for (const [name, value] of expected.headers) expect(head.header(name), name).toBe(value);
}

/** Compares the next piece of the stream to the byte; gives the session ID that it learnt. */
async function expectStream(
  stream: { body: RawStream; seen: number },
  expected: string,
  known: string,
): Promise<string> {
  // Events are read until as much text is there as is expected; comments come along with them.
  const events = expected.split("\n\n").filter((block) => /^(?!:)/m.test(block) && block !== "").length;
  for (let count = 0; count < events; count++) await stream.body.next();
  const text = stream.body.text.slice(stream.seen);
  const at = expected.indexOf("{session}");
  const session = known === "{session}" && at >= 0 ? (/^[^&\s]*/.exec(text.slice(at))?.[0] ?? known) : known;
  const filled = expected.replaceAll("{session}", session);
  expect(text.slice(0, filled.length)).toBe(filled);
  stream.seen += filled.length;
  return session;
}

/**
 * Plays the application of a transcript on a session: reads what the client posts, and writes what the stream
 * says after each.
 */
export async function playApplication({ steps }: Transcript, session: ConnectionSubject): Promise<void> {
  for (const [at, step] of steps.entries()) {
    const before = steps[at - 1];
    if (step.kind === "response" && step.status === 202 && before?.kind === "request") {
      expect(await within(session.read(), "the message of a POST")).toEqual(JSON.parse(before.body ?? ""));
    } else if (step.kind === "stream") {
      for (const data of messagesIn(step.text)) await session.write(JSON.parse(data) as Message);
    } else if (step.kind === "end" && step.by === "server") {
      await session.close();
    }
  }
}
