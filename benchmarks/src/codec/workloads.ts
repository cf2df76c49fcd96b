// The event streams that the codec is measured on: what MCP and LLM servers send, and its extremes.

/** One stream, cut into chunks. */
export interface Workload {
  /** The letter of the table, and what it is. */
  readonly name: string;
  readonly chunks: readonly Uint8Array[];
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

export function workloads(): Workload[] {
  const messages = times(3000, message);
  const stream = messages.join("");
  const crlf = stream.replaceAll("\n", "\r\n");
  const identified = times(3000, (n) => `id: ${n}\n${message(n)}`);
  const fiveLines = times(
    2000,
    (n) => `event: message\n${times(5, (k) => `data: ${WORDS.slice(k, k + 60)} ${n}\n`).join("")}\n`,
  );
  const cjk = times(1500, (n) => `event: message\ndata: ${json(n, CJK.repeat(3))}\n\n`);
  const tenth = times(3000, (n) =>
    n % 10 === 3 ? `event: message\ndata: ${json(n, CJK.repeat(2))}\n\n` : message(n),
  );
  const pings = times(3000, (n) => `: ping ${n}\n\n`);
  return [
    row("a1 messages, 16 KiB chunks", cut(stream, 16 * KIB), 2.7, 1.3, 1.2),
    row("a2 messages, 64 KiB chunks", cut(stream, 64 * KIB), 2.7, 1.3, 1.2),
    row("a3 one message per chunk", each(messages), 2.0, 1.6, 1.2),
    row("b tokens, one per chunk", each(times(3000, token)), 1.4, 1.4),
    row("c1 1 MiB event, 16 KiB chunks", cut(`data: ${"x".repeat(MIB)}\n\n`, 16 * KIB), 5, 1),
    row("c2 16 MiB event, 16 KiB chunks", cut(`data: ${"x".repeat(16 * MIB - 16)}\n\n`, 16 * KIB), 3, 1),
    row("c3 1 MiB event, CJK", cut(`data: ${"漢".repeat(MIB / 3)}\n\n`, 16 * KIB), 2, 1),
    row("c4 16 MiB event, CJK", cut(`data: ${"漢".repeat((16 * MIB) / 3 - 8)}\n\n`, 16 * KIB), 2, 1),
    row("d1 10 000 data lines", cut(`${`data: ${WORDS.slice(0, 40)}\n`.repeat(10_000)}\n`, 16 * KIB), 1, 1),
    row("d2 five data lines", cut(fiveLines.join(""), 16 * KIB), 1.4, 1),
    row("e comments, 16 KiB chunks", cut(pings.join(""), 16 * KIB), 1.8, 1),
    row("e2 one comment per chunk", each(pings), 1.8, 1),
    row("f messages in CRLF, 16 KiB chunks", cut(crlf, 16 * KIB), 2.3, 1),
    row("g messages byte by byte", cut(stream.slice(0, 32 * KIB), 1), 5, 1),
    row("h id, event and data, 16 KiB chunks", cut(identified.join(""), 16 * KIB), 2.4, 1),
    row("i CJK messages, 16 KiB chunks", cut(cjk.join(""), 16 * KIB), 2, 1),
    row(
      "j CJK tokens, one per chunk",
      each(times(3000, (n) => `data: ${n} ${CJK.slice(n % 9, (n % 9) + 12)}\n\n`)),
      1,
      1,
    ),
    row("k a tenth of the messages CJK", cut(tenth.join(""), 16 * KIB), 1.1, 1),
  ];
}

function row(
  name: string,
  chunks: readonly Uint8Array[],
  node20: number,
  node24: number,
  textTarget = 0.95,
): Workload {
  return { name, chunks, target: { node20, node24 }, textTarget };
}
