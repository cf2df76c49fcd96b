// A session whose stream is on one node, and whose POSTs go to another.

import { connect, type Socket } from "node:net";
import { SSE_PATH } from "../server/wire.ts";

const HOST = "host: 127.0.0.1\r\n";

/** How long anything may take, in ms. */
const PATIENCE_MS = 15_000;

/** One session. */
export interface SplitSession {
  /** The target of its POSTs. */
  readonly endpoint: string;
  /** POSTs; settles with the status. */
  post(body: string, target?: string): Promise<number>;
  /**
   * POSTs a call; settles when its answer stands on the stream, and the POST is answered. Rejects unless it was accepted.
   *
   * @returns how long the answer took to the stream, in ms.
   */
  call(body: string): Promise<number>;
  close(): void;
}

/** Opens a session at one port, whose POSTs go to another. */
export async function openSplit(getPort: number, postPort: number): Promise<SplitSession> {
  const stream = connect({ port: getPort, host: "127.0.0.1", noDelay: true });
  const posts = connect({ port: postPort, host: "127.0.0.1", noDelay: true });
  for (const socket of [stream, posts]) socket.on("error", () => {});
  let text = "";
  let onText: () => void = () => {};
  stream.setEncoding("latin1").on("data", (chunk: string) => {
    text += chunk;
    onText();
  });
  const taken = (pattern: RegExp): Promise<string> =>
    inTime(`${pattern}`, (resolve) => {
      onText = () => {
        const found = pattern.exec(text);
        if (found === null) return;
        text = text.slice(found.index + found[0].length);
        onText = () => {};
        resolve(found[1] ?? "");
      };
      onText();
    });
  stream.write(`GET ${SSE_PATH} HTTP/1.1\r\n${HOST}accept: text/event-stream\r\n\r\n`);
  const endpoint = await taken(/\ndata: (\S+)\n\n/);
  const post = poster(posts);
  const session: SplitSession = {
    endpoint,
    post: (body, target = endpoint) => post(body, target),
    async call(body) {
      const from = performance.now();
      const answered = taken(/event: message\ndata: .*\n\n/).then(() => performance.now() - from);
      answered.catch(() => {});
      const status = await session.post(body);
      if (status !== 202) throw new Error(`a POST was answered ${status}`);
      return await answered;
    },
    close() {
      stream.destroy();
      posts.destroy();
    },
  };
  return session;
}

/** POSTs one after the other on one connection. */
function poster(socket: Socket): (body: string, target: string) => Promise<number> {
  let text = "";
  let onStatus: (status: number) => void = () => {};
  socket.setEncoding("latin1").on("data", (chunk: string) => {
    text += chunk;
    const head = text.indexOf("\r\n\r\n");
    if (head === -1) return;
    const length = /content-length: (\d+)/i.exec(text)?.[1];
    const whole =
      length === undefined ? text.endsWith("0\r\n\r\n") : text.length >= head + 4 + Number(length);
    if (!whole) return;
    const status = Number(text.slice(9, 12));
    text = "";
    onStatus(status);
  });
  return (body, target) =>
    inTime("a status", (resolve) => {
      onStatus = resolve;
      socket.write(
        `POST ${target} HTTP/1.1\r\n${HOST}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
    });
}

async function inTime<T>(what: string, executor: (resolve: (value: T) => void) => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not come in time`)), PATIENCE_MS);
  });
  try {
    return await Promise.race([new Promise<T>(executor), late]);
  } finally {
    clearTimeout(timer);
  }
}
