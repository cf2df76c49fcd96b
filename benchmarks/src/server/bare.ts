// The lower bound: node:http handlers that do the HTTP work of this transport and nothing else. No limit, no check,
// no JSON of what is POSTed: the body is read, the answer is 202, the event is the body.

import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { JsonRpcMessage } from "@mcp-sse/jsonrpc";
import type { ServedPeer, Writer } from "./peer.ts";
import { SSE_PATH } from "./wire.ts";

const HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
};

/** Larger messages are written one by one into the corked socket: joining them would copy them. */
const JOINED_BYTES = 4096;

/** Makes the bare server. */
export function barePeer(): ServedPeer {
  const streams = new Map<string, ServerResponse>();
  const writers = new Map<string, Writer>();
  return {
    listener(req, res) {
      if (req.method === "GET") open(res);
      else deliver(req, res);
    },
    writers: () => writers.values(),
    count: () => streams.size,
  };

  function open(res: ServerResponse): void {
    const id = randomUUID();
    streams.set(id, res);
    writers.set(id, batchingWriter(res));
    res.on("close", () => {
      streams.delete(id);
      writers.delete(id);
    });
    res.writeHead(200, HEADERS);
    res.write(`event: endpoint\ndata: ${SSE_PATH}?sessionId=${id}\n\n`);
  }

  function deliver(req: IncomingMessage, res: ServerResponse): void {
    const { url = "" } = req;
    const stream = streams.get(url.slice(url.indexOf("=") + 1));
    let body = "";
    req.on("data", (chunk: Buffer) => {
      body += chunk.toString("utf8");
    });
    req.on("end", () => {
      res.writeHead(202, { "content-length": "0" });
      res.end();
      stream?.write(`event: message\ndata: ${body}\n\n`);
    });
  }
}

/** Batches as the transport under test does: small messages of one tick in one string, large ones corked. */
function batchingWriter(res: ServerResponse): Writer {
  let batch = "";
  let room: Promise<void> | undefined;
  const flush = (): void => {
    const text = batch;
    batch = "";
    hasRoom(res.write(text));
  };
  const hasRoom = (taken: boolean): void => {
    if (taken || room !== undefined) return;
    room = new Promise((resolve) => {
      res.once("drain", () => {
        room = undefined;
        resolve();
      });
    });
  };
  return (message: JsonRpcMessage) => {
    const text = `event: message\ndata: ${JSON.stringify(message)}\n\n`;
    if (text.length > JOINED_BYTES) {
      hasRoom(res.write(text));
    } else {
      if (batch === "") process.nextTick(flush);
      batch += text;
    }
    return room;
  };
}
