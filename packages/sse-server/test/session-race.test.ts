// Random lives of up to four sessions, with no pause between commands: what races. At the end each session has ended
// once, no POST hangs, and nothing is left.

import { createServer } from "node:http";
import { testEffort, testSeed, until } from "@mcp-sse/testkit";
import { connectRaw, type RawConnection } from "@mcp-sse/testkit/node";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSseHandler } from "../src/handler.ts";
import { toNodeListener } from "../src/node/listener.ts";
import type { SseSession } from "../src/session.ts";
import { notification, ping, post } from "./support/client.ts";

const kinds = [
  "good POST",
  "bad POST",
  "cut POST",
  "read",
  "write",
  "large write",
  "stall",
  "resume",
  "FIN",
  "RST",
  "close",
  "close twice",
] as const;

const command = fc.record({ kind: fc.constantFrom(...kinds), of: fc.nat(3), turns: fc.nat(8) });

interface Client {
  readonly connection: RawConnection;
  readonly endpoint: string;
  readonly session: SseSession;
}

describe("a session, whatever happens to it", () => {
  test("ends once, with every promise settled and nothing left", {
    timeout: 60_000 * testEffort,
  }, async () => {
    await fc.assert(fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 40 }), live), {
      seed: testSeed,
      numRuns: 15 * testEffort,
      endOnFailure: true,
    });
  });
});

interface Command {
  readonly kind: (typeof kinds)[number];
  /** Whose session. */
  readonly of: number;
  /** Turns of the event loop before the next. */
  readonly turns: number;
}

async function live(commands: readonly Command[]): Promise<void> {
  const sessions: SseSession[] = [];
  const ends = new Map<SseSession, string[]>();
  const errors: unknown[] = [];
  const handler = createSseHandler((session) => void sessions.push(session), {
    maxQueuedMessages: 2,
    queueTimeoutMs: 50,
    highWaterBytes: 64 * 1024,
    maxBacklogBytes: 512 * 1024,
    stallTimeoutMs: 60,
    keepAliveMs: 20,
    observer: {
      closed: ({ session, reason }) => ends.set(session, [...(ends.get(session) ?? []), reason.code]),
      error: ({ error }) => errors.push(error),
    },
  });
  const server = createServer(toNodeListener(handler));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const clients = await Promise.all(Array.from({ length: 4 }, () => openClient(url, sessions)));
  const pending: Promise<unknown>[] = [];
  for (const { kind, of, turns } of commands) {
    const started = run(kind, clients[of] as Client, url);
    for (const promise of started) promise.catch(() => undefined);
    pending.push(...started);
    for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
  }

  await handler.close({ graceMs: 100 });
  const outcomes = await Promise.allSettled(pending);
  for (const outcome of outcomes) {
    if (outcome.status === "fulfilled") continue;
    expect(outcome.reason).toMatchObject({ code: "ERR_CONNECTION_CLOSED" });
  }
  expect(errors).toEqual([]);
  expect(handler.sessionCount).toBe(0);
  for (const session of sessions) {
    expect(ends.get(session)).toEqual([(await session.closed).code]);
    for (let left = 0; (await session.read()) !== undefined; left++) expect(left).toBeLessThan(2);
  }
  for (const { connection } of clients) connection.destroy();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}

async function openClient(url: string, sessions: readonly SseSession[]): Promise<Client> {
  const connection = await connectRaw(url);
  connection.send({ target: "/sse" });
  const target = (await (await connection.stream()).next())?.data ?? "";
  await until(() => sessions.some(({ id }) => target.endsWith(id)), "the session");
  const session = sessions.find(({ id }) => target.endsWith(id)) as SseSession;
  return { connection, endpoint: url + target, session };
}

/** Does one thing; gives the promises that must settle. */
function run(
  kind: (typeof kinds)[number],
  { connection, endpoint, session }: Client,
  url: string,
): Promise<unknown>[] {
  switch (kind) {
    case "good POST":
      return [post(fetch, endpoint, ping()).then(expectStatus(202, 404, 503))];
    case "bad POST":
      return [
        post(fetch, endpoint, "{").then(expectStatus(400, 404, 503)),
        post(fetch, `${url}/sse?sessionId=none`, ping()).then(expectStatus(404, 503)),
      ];
    case "cut POST":
      return [cutPost(endpoint)];
    case "read":
      return [session.read()];
    case "write":
      return [session.write(notification())];
    case "large write":
      return [session.write(notification("large", { pad: "x".repeat(300_000) }))];
    case "stall":
      connection.stall();
      return [];
    case "resume":
      connection.resume();
      return [];
    case "FIN":
      connection.halfClose();
      return [];
    case "RST":
      connection.reset();
      return [];
    case "close":
      return [session.close()];
    case "close twice":
      return [session.close(), session.close("again")];
  }
}

function expectStatus(...statuses: number[]): (response: Response) => void {
  return ({ status }) => expect(statuses).toContain(status);
}

async function cutPost(endpoint: string): Promise<void> {
  const { host, pathname, search, href } = new URL(endpoint);
  const connection = await connectRaw(href);
  const head = `POST ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n`;
  connection.write(`${head}content-length: 100\r\n\r\n{"jsonrpc"`);
  connection.destroy();
}
