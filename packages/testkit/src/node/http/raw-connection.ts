// An HTTP/1.1 client that sends exactly the bytes it is given, over a socket that it can mistreat.

import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { PATIENCE_MS, within } from "../../patience.ts";
import { createByteReader } from "./byte-reader.ts";
import { encodeRequest, type RawRequest } from "./raw-request.ts";
import { type RawHead, type RawResponse, readBody, readHead, readResponse } from "./raw-response.ts";
import { createRawStream, type RawStream } from "./raw-stream.ts";

/** One TCP connection to a server. */
export interface RawConnection {
  /** What arrived with the first read: the first write of a server that is near. */
  readonly firstChunk: Buffer;
  /** Settles when the server has ended or broken the connection. */
  readonly ended: Promise<void>;
  /** Sends a request, without waiting for its answer; several may follow each other. */
  send(request: RawRequest): void;
  /** Sends bytes as they are; a string as latin1. */
  write(bytes: string | Uint8Array): void;
  /** Reads the next answer, whole. Answers come in the order of the requests. */
  response(deadlineMs?: number): Promise<RawResponse>;
  /** Reads the head of the next answer, and its body as an event stream. */
  stream(deadlineMs?: number): Promise<RawStream>;
  /** Reads the head of the next answer, and leaves its body to be read piece by piece, as its framing gives them. */
  answer(deadlineMs?: number): Promise<{ readonly head: RawHead; readonly body: AsyncGenerator<Buffer> }>;
  /** Reads nothing more from the socket, so that the server's writes fill up. */
  stall(): void;
  /** Reads on. */
  resume(): void;
  /** Ends the sending direction only. */
  halfClose(): void;
  /** Breaks the connection with RST. */
  reset(): void;
  /** Closes the connection. */
  destroy(): void;
}

/** How a connection is made. */
export interface RawConnectOptions {
  /** Takes any certificate of an `https:` server. */
  readonly insecure?: boolean | undefined;
}

/** Connects to the server of a URL. */
export async function connectRaw(
  url: string | URL,
  { insecure = false }: RawConnectOptions = {},
): Promise<RawConnection> {
  const { host } = new URL(url);
  const socket = await openSocket(new URL(url), insecure);
  const reader = createByteReader(socket);
  const methods: string[] = [];

  return {
    get firstChunk() {
      return reader.firstChunk;
    },
    ended: reader.end,
    send(request) {
      methods.push(request.method ?? "GET");
      socket.write(encodeRequest(request, host));
    },
    write(bytes) {
      if (typeof bytes === "string") socket.write(bytes, "latin1");
      else socket.write(bytes);
    },
    response: (deadlineMs = PATIENCE_MS) =>
      within(readResponse(reader, methods.shift() ?? "GET"), "an answer", deadlineMs),
    async stream(deadlineMs = PATIENCE_MS) {
      const head = await within(readHead(reader), "the head of an answer", deadlineMs);
      return createRawStream(head, readBody(reader, head, methods.shift() ?? "GET"));
    },
    async answer(deadlineMs = PATIENCE_MS) {
      const head = await within(readHead(reader), "the head of an answer", deadlineMs);
      return { head, body: readBody(reader, head, methods.shift() ?? "GET") };
    },
    stall: () => void socket.pause(),
    resume: () => void socket.resume(),
    halfClose: () => void socket.end(),
    reset: () => void socket.resetAndDestroy(),
    destroy: () => void socket.destroy(),
  };
}

function openSocket({ protocol, hostname, port }: URL, insecure: boolean): Promise<Socket> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const isTls = protocol === "https:";
  return new Promise((resolve, reject) => {
    const address = { host, port: Number(port || (isTls ? 443 : 80)), allowHalfOpen: true };
    const socket = isTls
      ? connectTls({ ...address, servername: isIP(host) ? "" : host, rejectUnauthorized: !insecure })
      : connect({ ...address, noDelay: true });
    socket.once(isTls ? "secureConnect" : "connect", () => {
      socket.off("error", reject);
      resolve(socket);
    });
    socket.once("error", reject);
  });
}
