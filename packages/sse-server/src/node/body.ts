// The body of an IncomingMessage, up to a limit and a deadline; or what a parser in front of us made of it.

import type { Body } from "../exchange.ts";
import type { Interruptions } from "../interruptions.ts";
import { isGone, type NodeRequest } from "./node-http.ts";

/** Reads a body whole; no promise where it is there. What is refused is not read further. */
export function readNodeBody(
  req: NodeRequest,
  parsedBody: unknown,
  maxBytes: number,
  timeoutMs: number,
  owner?: Interruptions,
): Body | Promise<Body> {
  if (parsedBody !== undefined) return bodyOf(req, parsedBody);
  // Some parsers leave an empty `body` although they did not touch the stream.
  if (req.readableDidRead ?? req.body !== undefined) {
    return req.body === undefined ? { kind: "consumed" } : bodyOf(req, req.body);
  }
  return takeWhole(req, maxBytes) ?? readStream(req, maxBytes, timeoutMs, owner);
}

/** Takes a body that is all there, without a listener and without a timer. */
function takeWhole(req: NodeRequest, maxBytes: number): Body | undefined {
  const { readableLength: bytes = 0, readableEncoding } = req;
  if (bytes === 0 || bytes > maxBytes || readableEncoding !== null || isGone(req)) return undefined;
  if (bytes !== Number(req.headers["content-length"])) return undefined;
  const content = req.read?.();
  if (!(content instanceof Uint8Array)) return undefined;
  // Its `end` is still to come, and somebody else may wait for that.
  req.resume();
  return { kind: "content", content, bytes };
}

function bodyOf(req: NodeRequest, body: unknown): Body {
  if (typeof body === "string") return { kind: "content", content: body, bytes: Buffer.byteLength(body) };
  if (body instanceof Uint8Array) return { kind: "content", content: body, bytes: body.byteLength };
  return { kind: "parsed", value: body, bytes: Number(req.headers["content-length"]) || 0 };
}

function readStream(
  req: NodeRequest,
  maxBytes: number,
  timeoutMs: number,
  owner?: Interruptions,
): Promise<Body> {
  // Its events were, and will not come again.
  if (isGone(req)) return Promise.resolve({ kind: "aborted" });
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    const settle = (body: Body): void => {
      clearTimeout(timer);
      forget?.();
      req.removeListener("data", onData);
      req.removeListener("end", onEnd);
      req.removeListener("error", onAborted);
      req.removeListener("close", onAborted);
      resolve(body);
    };
    const onData = (data: unknown): void => {
      const chunk = data as Uint8Array;
      bytes += chunk.byteLength;
      if (bytes > maxBytes) settle({ kind: "too-large" });
      else chunks.push(chunk);
    };
    const onAborted = (): void => settle({ kind: "aborted" });
    const onEnd = (): void => {
      if (isGone(req)) onAborted();
      else settle({ kind: "content", content: concat(chunks, bytes), bytes });
    };
    const timer =
      timeoutMs === Infinity ? undefined : setTimeout(() => settle({ kind: "timeout" }), timeoutMs);
    // Node tells a request that was answered before its end nothing more, not even that its connection has closed.
    const forget = owner?.add(() => settle({ kind: "over" }));
    req.on("data", onData);
    req.on("end", onEnd);
    req.on("error", onAborted);
    req.on("close", onAborted);
  });
}

function concat(chunks: readonly Uint8Array[], bytes: number): Uint8Array {
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks, bytes);
}
