// One way to ask over HTTP/1.1 and over HTTP/2, Host included, and one `fetch` of each for the SDK's clients.

import { type ClientHttp2Session, connect } from "node:http2";
import { Readable } from "node:stream";
import { connectRaw } from "@mcp-sse/testkit/node";

export interface Asked {
  readonly method: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answered {
  readonly status: number;
  header(name: string): string | undefined;
}

export interface Wire {
  /** Sends one request and reads the head of its answer, then leaves. */
  ask(request: Asked): Promise<Answered>;
  readonly fetch: typeof globalThis.fetch;
  close(): void;
}

/** @param host - `HOST:PORT` of the server. */
export function http1Wire(host: string): Wire {
  return {
    fetch: globalThis.fetch,
    close: () => undefined,
    async ask({ method, target, headers = {}, body }) {
      const connection = await connectRaw(`http://${host}`);
      try {
        connection.send({
          method,
          target,
          headers: Object.entries(headers),
          ...(body === undefined ? {} : { body }),
        });
        const { head } = await connection.stream();
        return head;
      } finally {
        connection.destroy();
      }
    },
  };
}

/** @param host - `HOST:PORT` of the server. */
export function http2Wire(host: string): Wire {
  let session: ClientHttp2Session | undefined;
  const open = (): ClientHttp2Session => {
    if (session === undefined || session.closed) session = connect(`http://${host}`);
    return session;
  };
  async function send(request: Asked, signal?: AbortSignal) {
    const { host: authority = host, ...headers } = request.headers ?? {};
    const { method, target } = request;
    const pseudo = { ":method": method, ":path": target, ":authority": authority };
    const stream = open().request(
      { ...pseudo, ...headers },
      { endStream: request.body === undefined, signal },
    );
    const head = new Promise<Record<string, unknown>>((resolve, reject) => {
      stream.once("response", resolve);
      stream.once("error", reject);
    });
    if (request.body !== undefined) stream.end(request.body);
    return { stream, head: await head };
  }
  return {
    close: () => session?.destroy(),
    async ask(request) {
      const { stream, head } = await send(request);
      stream.on("error", () => undefined).close(8);
      return {
        status: Number(head[":status"]),
        header: (name) => head[name] as string | undefined,
      };
    },
    async fetch(input, init = {}) {
      const request = new Request(input, init);
      const { pathname, search } = new URL(request.url);
      const body = request.method === "POST" ? { body: await request.text() } : {};
      const asked = {
        method: request.method,
        target: pathname + search,
        headers: Object.fromEntries(request.headers),
      };
      const { stream, head } = await send({ ...asked, ...body }, init.signal ?? undefined);
      const headers = Object.entries(head).filter(([name]) => !name.startsWith(":"));
      return new Response(Readable.toWeb(stream) as ReadableStream, {
        status: Number(head[":status"]),
        headers: headers as [string, string][],
      });
    },
  };
}
