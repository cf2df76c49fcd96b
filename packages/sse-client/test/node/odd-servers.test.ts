// Servers that are old, odd or broken, to the byte: what node:http would not write.

import net, { type AddressInfo, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { connectSse } from "../../src/connect.ts";
import { branches } from "../peer/branches.ts";
import { block } from "../peer/events.ts";

const PING = { jsonrpc: "2.0", id: 1, method: "ping" } as const;
const PONG = { jsonrpc: "2.0", id: 1, result: {} } as const;
const ENDPOINT = block("endpoint", "/m");
const ANSWER = block(undefined, JSON.stringify(PONG));
const ACCEPTED = "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n";

const head = (type: string): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`;
const HEAD = head("text/event-stream");
const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

interface OddServer {
  /** Answers the GET. */
  open(stream: Socket): unknown;
  /** Answers a POST; 202, and then the response as a chunk, when absent. */
  post?(socket: Socket, stream: Socket): unknown;
}

/** Serves raw bytes until the test is over. */
async function serveRaw({ open, post }: OddServer): Promise<string> {
  let stream: Socket | undefined;
  const sockets = new Set<Socket>();
  function answer(socket: Socket, method: string): void {
    if (method === "GET") {
      stream = socket;
      open(socket);
    } else if (stream !== undefined && post !== undefined) post(socket, stream);
    else {
      socket.write(ACCEPTED);
      stream?.write(chunk(ANSWER));
    }
  }
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    let held = "";
    socket.on("data", (bytes) => {
      held += bytes.toString("latin1");
      const [headers = "", body] = held.split("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(headers)?.[1] ?? 0);
      if (body === undefined || body.length < length) return;
      held = "";
      answer(socket, headers.split(" ")[0] ?? "");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/sse`;
}

/** A stream that begins with its head and, in one chunk, with this. */
const streaming = (text: string, type?: string): OddServer => ({
  open: (stream) => stream.write((type === undefined ? HEAD : head(type)) + chunk(text)),
});

describe.each(branches)("over $name a server", ({ options }) => {
  test.each<[what: string, server: OddServer]>([
    [
      "of HTTP/1.0, whose bodies end with their connections",
      {
        open: (stream) =>
          stream.write(`HTTP/1.0 200 OK\r\nContent-Type: text/event-stream\r\n\r\n${ENDPOINT}`),
        post(socket, stream) {
          socket.end("HTTP/1.0 202 Accepted\r\n\r\n");
          stream.write(ANSWER);
        },
      },
    ],
    [
      "that gives early hints",
      {
        open: (stream) =>
          stream.write(`HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${HEAD}${chunk(ENDPOINT)}`),
      },
    ],
    [
      "that sends its headers a byte at a time",
      {
        async open(stream) {
          for (const byte of Buffer.from(HEAD)) {
            await new Promise<unknown>((resolve) => stream.write(Buffer.of(byte), resolve));
          }
          stream.write(chunk(ENDPOINT));
        },
      },
    ],
    [
      "that answers a POST after its response is on the stream",
      {
        open: (stream) => stream.write(HEAD + chunk(ENDPOINT)),
        post(socket, stream) {
          stream.write(chunk(ANSWER), () => socket.write(ACCEPTED));
        },
      },
    ],
    [
      "that ends the connection of each POST with its answer",
      {
        open: (stream) => stream.write(HEAD + chunk(ENDPOINT)),
        post(socket, stream) {
          socket.end(ACCEPTED);
          stream.write(chunk(ANSWER));
        },
      },
    ],
    ["that ends its lines with CR", streaming("event: endpoint\rdata: /m\r\r")],
    ["that writes no spaces after its colons", streaming("event:endpoint\ndata:/m\n\n")],
    ["that says 1 MiB of nothing first", streaming(`: ${"x".repeat(1_022)}\n`.repeat(1_024) + ENDPOINT)],
    [
      "that writes NUL bytes and ids",
      streaming(`\0\n: \0\nid: a\0b\n\nid: 1\nevent: endpoint\nid\ndata: /m\n\n`),
    ],
    ["that has clients wait for ever", streaming(`retry: ${"9".repeat(400)}\n\nretry: -1\n${ENDPOINT}`)],
    [
      "that names its endpoint three times",
      streaming(ENDPOINT + ENDPOINT + block("endpoint", "//x.example/")),
    ],
    ...[
      "text/event-stream;charset=utf-8",
      'Text/Event-Stream;CHARSET="UTF-8"',
      "TEXT/EVENT-STREAM ; charset=utf8",
      "text/event-stream;",
    ].map((type): [string, OddServer] => [`of the type ${type}`, streaming(ENDPOINT, type)]),
  ])("%s is understood", async (_what, server) => {
    const connection = await connectSse(await serveRaw(server), options);
    onTestFinished(() => connection.close());
    for (let count = 0; count < 12; count++) {
      await connection.write(PING);
      expect(await connection.read()).toEqual(PONG);
    }
  });

  const after = (end: string, how: "end" | "resetAndDestroy" = "end"): OddServer => ({
    open: (stream) =>
      stream.write(HEAD + chunk(ENDPOINT + ANSWER) + end, () => setTimeout(() => stream[how](), 20)),
  });
  const plain = (version: string, headers = ""): OddServer => ({
    open(stream) {
      const type = "Content-Type: text/event-stream\r\n";
      stream.end(`HTTP/${version} 200 OK\r\n${type}${headers}\r\n${ENDPOINT}${ANSWER}`);
    },
  });
  test.each<[what: string, code: "peer" | "network", server: OddServer]>([
    ["with a last chunk and trailers", "peer", after("0\r\nX-Sum: 1\r\n\r\n")],
    ["with the connection, as HTTP/1.0 has it", "peer", plain("1.0")],
    ["with the connection, as it said", "peer", plain("1.1", "Connection: close\r\n")],
    ["before the length that it promised", "network", plain("1.1", "Content-Length: 9999\r\n")],
    ["within a chunk", "network", after("ff\r\ndata: {")],
    ["by a reset within a chunk", "network", after("ff\r\ndata: {", "resetAndDestroy")],
    ["with what is no chunk", "network", after("data: {}\n\n")],
  ])("that ends its stream %s is told as %s, with what came before", async (_what, code, server) => {
    const connection = await connectSse(await serveRaw(server), options);
    expect((await connection.closed).code).toBe(code);
    expect(await connection.read()).toEqual(PONG);
    expect(await connection.read()).toBeUndefined();
  });

  test.each<[what: string, code: string, answer: string]>([
    ["speaks something else", "ERR_SSE_NETWORK", "SSH-2.0-OpenSSH_9.2\r\n"],
    ["hangs up within its headers", "ERR_SSE_NETWORK", "HTTP/1.1 200 OK\r\nContent-"],
    ["has headers without end", "ERR_SSE_NETWORK", `HTTP/1.1 200 OK\r\nX: ${"x".repeat(100_000)}`],
    [
      "contradicts itself",
      "ERR_SSE_NETWORK",
      HEAD.replace("\r\n", "\r\nContent-Length: 5\r\n") + chunk(ENDPOINT),
    ],
    [
      "has nothing to say",
      "ERR_SSE_NO_ENDPOINT",
      HEAD.replace("Transfer-Encoding: chunked", "Content-Length: 0"),
    ],
    ["has two types", "ERR_SSE_CONTENT_TYPE", head("text/event-stream, text/html") + chunk(ENDPOINT)],
    ["has a type of no name", "ERR_SSE_CONTENT_TYPE", head("") + chunk(ENDPOINT)],
    [
      "has an endpoint of two lines",
      "ERR_SSE_ENDPOINT_ORIGIN",
      HEAD + chunk("event: endpoint\ndata: /m\ndata: /n\n\n"),
    ],
  ])("that %s is %s", async (_what, code, answer) => {
    const url = await serveRaw({ open: (stream) => stream.end(answer) });
    await expect(connectSse(url, options)).rejects.toMatchObject({ name: "SseClientError", code });
  });
});
