// How a stream may be written, and what a client has to read of it.

import type { CaseStream, ClientCase } from "./client-case.ts";

const event = (json: string): string => `event: message\ndata: ${json}\n\n`;

/** Writes a text in pieces, each a packet of its own as far as can be. */
async function inPieces({ res }: CaseStream, text: string, size: number): Promise<void> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) {
    res.write(bytes.subarray(at, at + size));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const streamCase = (
  name: string,
  title: string,
  ids: ClientCase["ids"],
  write: ClientCase["answer"],
): ClientCase => ({
  name: `stream.${name}`,
  title,
  ids,
  end: "connected",
  ...(write !== undefined && { answer: write }),
});

/** Every way to write the same messages. */
export const streamCases: readonly ClientCase[] = [
  streamCase("crlf", "reads lines that end in CRLF", ["sse.line.endings"], ({ res }, json) => {
    res.write(event(json).replaceAll("\n", "\r\n"));
  }),
  streamCase("cr", "reads lines that end in CR", ["sse.line.endings"], ({ res }, json) => {
    res.write(event(json).replaceAll("\n", "\r"));
  }),
  {
    name: "stream.bom",
    title: "drops a byte order mark at the start of the stream",
    ids: ["sse.bom.once"],
    end: "connected",
    get: (server, res) => {
      res.writeHead(200, { "content-type": "text/event-stream" });
      res.write("\uFEFF");
      server.open(res);
    },
  },
  streamCase("bytes", "reads events that come byte by byte", ["sse.line.any-cut"], (stream, json) => {
    void inPieces(stream, event(json), 1);
  }),
  streamCase(
    "comments",
    "ignores comments, wherever they stand",
    ["sse.comment.ignored"],
    ({ res }, json) => {
      res.write(`: before\n\n: above\nevent: message\n: within\ndata: ${json}\n\n:\n\n`);
    },
  ),
  streamCase("fields", "ignores fields that it does not know", ["sse.field.unknown"], ({ res }, json) => {
    res.write(`id: 1\nretry: 10\nnonsense\nnonsense: 1\nevent:message\ndata:${json}\n\n`);
  }),
  streamCase("data-lines", "joins the data lines of an event", ["sse.data.join"], ({ res }, json) => {
    res.write(`event: message\n${json.replace(",", "\ndata: ,").replace(/^/, "data: ")}\n\n`);
  }),
  streamCase(
    "unnamed",
    "takes an event without a type for a message",
    ["client.events.message"],
    ({ res }, json) => {
      res.write(`data: ${json}\n\n`);
    },
  ),
  streamCase("other-events", "ignores events of other types", ["client.events.ignored"], ({ res }, json) => {
    res.write(`event: log\ndata: not JSON\n\n${event(json)}`);
  }),
  streamCase(
    "undecodable",
    "lives on after a message that is none",
    ["client.undecodable"],
    ({ res }, json) => {
      res.write(`${event("{")}${event("[]")}${event('{"hello":"world"}')}${event(json)}`);
    },
  ),
  streamCase("separators", "cuts no line at U+2028 and U+2029", ["sse.line.endings"], ({ res }, json) => {
    res.write(
      event(
        json.replace('"result":{', '"result":{"_meta":{"text":"\u2028\u2029\u0085"},').replace("},}", "}}"),
      ),
    );
  }),
];
