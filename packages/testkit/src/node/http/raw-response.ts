import type { ByteReader } from "./byte-reader.ts";

/** The first part of an answer. */
export interface RawHead {
  readonly status: number;
  /** In order and as they came. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The values of a header joined by a comma, whatever the case of its name; `undefined` when absent. */
  header(name: string): string | undefined;
  /** Status line and headers, as they came. */
  readonly text: string;
}

/** An answer that has ended. */
export interface RawResponse extends RawHead {
  /** Decoded from its framing and as UTF-8. */
  readonly body: string;
}

/**
 * Reads status line and headers, past any interim answer.
 *
 * @throws Error when the connection ends first.
 */
export async function readHead(reader: ByteReader): Promise<RawHead> {
  for (;;) {
    const lines: string[] = [];
    for (;;) {
      const line = await reader.line();
      if (line === undefined) throw new Error("the connection ended before an answer");
      if (line === "") break;
      lines.push(line);
    }
    const head = parseHead(lines);
    if (head.status >= 200) return head;
  }
}

/** Reads the pieces of a body as its framing gives them; ends early when the connection does. */
export async function* readBody(reader: ByteReader, head: RawHead, method: string): AsyncGenerator<Buffer> {
  if (method === "HEAD" || head.status === 204 || head.status === 304) return;
  if (/\bchunked\b/i.test(head.header("transfer-encoding") ?? "")) {
    yield* readChunks(reader);
    return;
  }
  const length = head.header("content-length");
  if (length !== undefined) {
    yield await reader.exactly(Number(length));
    return;
  }
  for (let piece = await reader.some(); piece; piece = await reader.some()) yield piece;
}

async function* readChunks(reader: ByteReader): AsyncGenerator<Buffer> {
  for (;;) {
    const size = Number.parseInt((await reader.line()) ?? "0", 16);
    if (size === 0) break;
    yield await reader.exactly(size);
    await reader.line();
  }
  // Trailers, up to the blank line.
  while (await reader.line());
}

/** Reads a whole answer. */
export async function readResponse(reader: ByteReader, method: string): Promise<RawResponse> {
  const head = await readHead(reader);
  const pieces: Buffer[] = [];
  for await (const piece of readBody(reader, head, method)) pieces.push(piece);
  return { ...head, body: Buffer.concat(pieces).toString("utf8") };
}

function parseHead(lines: readonly string[]): RawHead {
  const [statusLine = "", ...fields] = lines;
  const headers = fields.map((field) => {
    const colon = field.indexOf(":");
    return [field.slice(0, colon), field.slice(colon + 1).trim()] as const;
  });
  return {
    status: Number(statusLine.split(" ")[1]),
    headers,
    header(name) {
      const values = headers.filter(([known]) => known.toLowerCase() === name.toLowerCase());
      return values.length === 0 ? undefined : values.map(([, value]) => value).join(", ");
    },
    text: lines.join("\r\n"),
  };
}
