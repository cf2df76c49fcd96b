// An answer that the server never gave: what stands between answers in its place.

import { STATUS_CODES } from "node:http";
import type { Fault, FaultyLink, Treatment } from "./fault.ts";

/** What is answered instead. */
export interface ReplacedAnswer {
  readonly status: number;
  readonly contentType?: string | undefined;
  readonly body?: string | undefined;
  /** Lines of the head, without their ends. */
  readonly headers?: readonly string[] | undefined;
}

/** The answers of proxies, balancers and captive portals. */
export const REPLACED_ANSWERS: readonly ReplacedAnswer[] = [
  { status: 429, body: "slow down", headers: ["Retry-After: 1"] },
  { status: 502, body: "<html><body>Bad Gateway</body></html>", contentType: "text/html" },
  { status: 503, body: "no server is available", headers: ["Retry-After: 1"] },
  { status: 504, body: "<html><body>Gateway Time-out</body></html>", contentType: "text/html" },
  { status: 200, body: "<!doctype html><title>Sign in</title>", contentType: "text/html; charset=utf-8" },
];

/** Answers every request by itself, once it has come whole; the server is never reached. */
export function replaceAnswer(answer: ReplacedAnswer): Fault {
  return {
    name: `answer replaced by ${answer.status} ${answer.contentType ?? "text/plain"}`,
    // "any 2xx is acceptance", whoever gave it.
    isLie: answer.status >= 200 && answer.status <= 299,
    up: (link) => swallow(link, encode(answer)),
  };
}

function swallow(link: FaultyLink, answer: Buffer): Treatment {
  let request = "";
  return {
    async bytes(piece) {
      request += piece.toString("latin1");
      if (!isWhole(request)) return;
      request = "";
      await link.answer(answer);
      link.end();
    },
  };
}

function isWhole(request: string): boolean {
  const end = request.indexOf("\r\n\r\n");
  if (end < 0) return false;
  if (/^transfer-encoding:/im.test(request.slice(0, end))) return request.endsWith("0\r\n\r\n");
  const length = Number(/^content-length: *(\d+)/im.exec(request.slice(0, end))?.[1] ?? 0);
  return request.length >= end + 4 + length;
}

function encode({ status, contentType = "text/plain", body = "", headers = [] }: ReplacedAnswer): Buffer {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
    `Content-Type: ${contentType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
    ...headers,
  ];
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`);
}
