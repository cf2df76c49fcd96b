// The event streams that the codec is measured on: what MCP and LLM servers send, and its extremes.

/** One stream. */
export interface Workload {
  /** The letter of the table, and what it is. */
  readonly name: string;
  /** Makes it, cut into chunks: nobody holds the streams of others while one is measured. */
  readonly chunks: () => readonly Uint8Array[];
  /** Least ratio to eventsource-parser 4.1.3 on bytes that we promise, on Node 20 and on 24. */
  readonly target: { readonly node20: number; readonly node24: number };
  /** What is promised where text is pushed. */
  readonly textTarget: number;
}

const KIB = 1024;
const MIB = 1024 * KIB;
const encoder = new TextEncoder();

const json = (n: number, text: string): string =>
  `{"jsonrpc":"2.0","id":${n},"result":{"content":[{"type":"text","text":"${text}"}],"isError":false}}`;
const WORDS =
  "the quick brown fox jumps over the lazy dog while nobody is looking at it, and then it goes home again; ";
const CJK = "服务器发送事件是一种从服务器到客户端的单向流";
const message = (n: number): string => `event: message\ndata: ${json(n, WORDS.repeat(2).slice(0, 140))}\n\n`;
const token = (n: number): string =>
  `data: {"id":"chatcmpl-${n}","choices":[{"index":0,"delta":{"content":"${WORDS.slice(n % 50, (n % 50) + 4 + ((n * 7) % 40))}"}}]}\n\n`;

const times = (count: number, make: (n: number) => string): string[] =>
  Array.from({ length: count }, (_, n) => make(n));

function cut(stream: string, size: number): Uint8Array[] {
  const bytes = encoder.encode(stream);
  const chunks: Uint8Array[] = [];
  // Copies: a chunk from a socket is not a view of its neighbours.
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.slice(at, at + size));
  return chunks;
}

const each = (events: readonly string[]): Uint8Array[] => events.map((event) => encoder.encode(event));

const messages = (): string[] => times(3000, message);
const crlf = (): string => messages().join("").replaceAll("\n", "\r\n");
const identified = (): string[] => times(3000, (n) => `id: ${n}\n${message(n)}`);
const cjk = (): string[] => times(1500, (n) => `event: message\ndata: ${json(n, CJK.repeat(3))}\n\n`);
const cjkTokens = (): string[] => times(3000, (n) => `data: ${n} ${CJK.slice(n % 9, (n % 9) + 12)}\n\n`);
const pings = (): string[] => times(3000, (n) => `: ping ${n}\n\n`);
const fiveLines = (): string[] =>
  times(
    2000,
    (n) => `event: message\n${times(5, (k) => `data: ${WORDS.slice(k, k + 60)} ${n}\n`).join("")}\n`,
  );
const tenth = (): string[] =>
  times(3000, (n) => (n % 10 === 3 ? `event: message\ndata: ${json(n, CJK.repeat(2))}\n\n` : message(n)));
const ofX = (bytes: number): string => `data: ${"x".repeat(bytes)}\n\n`;
const ofHan = (bytes: number): string => `data: ${"漢".repeat(bytes / 3)}\n\n`;
const lines = (count: number): string => `${`data: ${WORDS.slice(0, 40)}\n`.repeat(count)}\n`;

export function workloads(): Workload[] {
  const in16 = (stream: string): Uint8Array[] => cut(stream, 16 * KIB);
  return [
    row("a1 messages, 16 KiB chunks", () => in16(messages().join("")), 2.7, 1.3, 1.2),
    row("a2 messages, 64 KiB chunks", () => cut(messages().join(""), 64 * KIB), 2.7, 1.3, 1.2),
    row("a3 one message per chunk", () => each(messages()), 2.0, 1.6, 1.2),
    row("b tokens, one per chunk", () => each(times(3000, token)), 1.4, 1.4),
    row("c1 1 MiB event, 16 KiB chunks", () => in16(ofX(MIB)), 5, 1),
    row("c2 16 MiB event, 16 KiB chunks", () => in16(ofX(16 * MIB - 16)), 3, 1),
    row("c3 1 MiB event, CJK", () => in16(ofHan(MIB)), 2, 1),
    row("c4 16 MiB event, CJK", () => in16(ofHan(16 * MIB - 24)), 2, 1),
    row("d1 10 000 data lines", () => in16(lines(10_000)), 1, 1),
    row("d2 five data lines", () => in16(fiveLines().join("")), 1.4, 1),
    row("e comments, 16 KiB chunks", () => in16(pings().join("")), 1.8, 1),
    row("e2 one comment per chunk", () => each(pings()), 1.8, 1),
    row("f messages in CRLF, 16 KiB chunks", () => in16(crlf()), 2.3, 1),
    row(
      "g messages byte by byte",
      () =>
        cut(
          messages()
            .join("")
            .slice(0, 32 * KIB),
          1,
        ),
      5,
      1,
    ),
    row("h id, event and data, 16 KiB chunks", () => in16(identified().join("")), 2.4, 1),
    row("i CJK messages, 16 KiB chunks", () => in16(cjk().join("")), 2, 1),
    row("j CJK tokens, one per chunk", () => each(cjkTokens()), 1, 1),
    row("k a tenth of the messages CJK", () => in16(tenth().join("")), 1.1, 1),
  ];
}

function row(
  name: string,
  chunks: () => readonly Uint8Array[],
  node20: number,
  node24: number,
  textTarget = 0.95,
): Workload {
  return { name, chunks, target: { node20, node24 }, textTarget };
}
