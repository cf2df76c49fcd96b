import { expect } from "vitest";
import { expectRefusal, type HandlerCase, SSE_PATH } from "./context.ts";

const ORIGIN = "https://app.example";

/** OPTIONS and the methods that nobody serves: 204, 405, 406. */
export const methods: readonly HandlerCase[] = [
  {
    ids: "http.status.405",
    title: "answers 405 with Allow: GET, POST for every other method, HEAD and OPTIONS among them",
    async run({ start }) {
      const peer = await start();
      for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "PROPFIND"]) {
        const answer = await peer.request({ method, target: SSE_PATH });
        expectRefusal(answer, 405, method);
        expect(answer.header("allow"), method).toBe("GET, POST");
      }
      expect(peer.handler.sessionCount).toBe(0);
      await peer.open();
    },
  },
  {
    ids: "http.status.405",
    title: "answers 405 for the methods that a web Request cannot have, and for one with a body",
    rawOnly: true,
    async run({ start }) {
      const peer = await start();
      for (const request of [
        { method: "TRACE", target: SSE_PATH },
        {
          method: "PUT",
          target: SSE_PATH,
          body: "{}",
          headers: [["Content-Type", "application/json"]] as const,
        },
      ]) {
        const answer = await peer.request(request);
        expectRefusal(answer, 405, request.method);
        expect(answer.header("allow"), request.method).toBe("GET, POST");
      }
      await peer.open();
    },
  },
  {
    ids: ["http.status.406", "http.refused-get.no-session"],
    title: "answers 406 for a GET whose Accept excludes an event stream",
    async run({ start }) {
      const peer = await start();
      for (const accept of [
        "application/json",
        "text/html",
        "text/event-stream;q=0",
        "*/*;q=0",
        "text/event-stream;q=0, application/json",
        "text/event-stream-x",
        "image/*",
      ]) {
        const answer = await peer.request({ target: SSE_PATH, headers: [["Accept", accept]] });
        expectRefusal(answer, 406, accept);
      }
      expect(peer.handler.sessionCount).toBe(0);
      await peer.open();
    },
  },
  {
    ids: "security.cors.off",
    title: "answers a preflight with 405 while CORS is off, and no answer has a CORS header",
    async run({ start }) {
      const peer = await start({ options: { allowedOrigins: [ORIGIN] } });
      const preflight = await peer.request({
        method: "OPTIONS",
        target: SSE_PATH,
        headers: preflightOf(ORIGIN),
      });
      expectRefusal(preflight, 405);
      const { stream } = await peer.open({ headers: [["Origin", ORIGIN]] });
      for (const { text } of [preflight, stream.head]) expect(text).not.toMatch(/^access-control-/im);
    },
  },
  {
    ids: ["http.status.204", "security.cors.preflight", "security.cors.exact"],
    title: "answers a preflight of an allowed origin with 204, that origin and what it may send (H13)",
    async run({ start }) {
      const peer = await start({ options: { allowedOrigins: [ORIGIN], cors: true } });
      const answer = await peer.request({
        method: "OPTIONS",
        target: SSE_PATH,
        headers: preflightOf(ORIGIN),
      });
      expect(answer.status).toBe(204);
      expect(answer.body).toBe("");
      expect(answer.header("access-control-allow-origin")).toBe(ORIGIN);
      expect(answer.header("vary")).toMatch(/\borigin\b/i);
      expect(answer.header("access-control-allow-credentials")).toBeUndefined();
      const allowed = answer
        .header("access-control-allow-headers")
        ?.toLowerCase()
        .split(/\s*,\s*/);
      expect(allowed).toEqual(
        expect.arrayContaining(["content-type", "authorization", "mcp-protocol-version", "last-event-id"]),
      );
      const methodsAllowed = answer.header("access-control-allow-methods")?.split(/\s*,\s*/);
      expect(methodsAllowed).toEqual(expect.arrayContaining(["GET", "POST"]));
    },
  },
  {
    ids: ["security.cors.exact", "http.status.403.origin"],
    title: "answers a preflight of any other origin with 403 and no CORS header (H13)",
    async run({ start }) {
      const peer = await start({ options: { allowedOrigins: [ORIGIN], cors: { credentials: true } } });
      for (const origin of ["https://evil.example", "null", `${ORIGIN}.evil`, "*"]) {
        const answer = await peer.request({
          method: "OPTIONS",
          target: SSE_PATH,
          headers: preflightOf(origin),
        });
        expectRefusal(answer, 403, origin);
        expect(answer.text, origin).not.toMatch(/^access-control-/im);
      }
      await peer.open({ headers: [["Origin", ORIGIN]] });
    },
  },
  {
    ids: "security.cors.exact",
    title:
      "echoes the exact origin on stream and POST, and allows credentials only by option, never with a star",
    async run({ start }) {
      for (const credentials of [false, true]) {
        const peer = await start({ options: { allowedOrigins: [ORIGIN], cors: { credentials } } });
        const { stream, endpoint } = await peer.open({ headers: [["Origin", ORIGIN]] });
        const answer = await peer.post(endpoint, { headers: [["Origin", ORIGIN]] });
        expect(answer.status).toBe(202);
        for (const head of [stream.head, answer]) {
          expect(head.header("access-control-allow-origin")).toBe(ORIGIN);
          expect(head.header("vary")).toMatch(/\borigin\b/i);
          expect(head.header("access-control-allow-credentials")).toBe(credentials ? "true" : undefined);
        }
      }
    },
  },
];

function preflightOf(origin: string): (readonly [string, string])[] {
  return [
    ["Origin", origin],
    ["Access-Control-Request-Method", "POST"],
    ["Access-Control-Request-Headers", "content-type,authorization"],
  ];
}
