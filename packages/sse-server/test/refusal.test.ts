import { readFileSync } from "node:fs";
import { verifies } from "@mcp-sse/testkit";
import { describe, expect, test } from "vitest";
import { ACCEPTED, REFUSALS, unauthorized } from "../src/refusal.ts";

describe("the table of refusals", () => {
  test("is this one", () => {
    const rows = Object.values(REFUSALS).map(({ name, status, headers, body, close }) => {
      const extra = [
        headers.allow && `Allow: ${headers.allow}`,
        headers["retry-after"] && `Retry-After: ${headers["retry-after"]}`,
        close && "closes",
      ].filter(Boolean);
      return [status, name, ...extra, body.trim()].join(" · ");
    });
    expect(rows.join("\n")).toMatchInlineSnapshot(`
      "400 · BAD_TARGET · The request target must be a path on this server.
      431 · TOO_MANY_HEADERS · closes · Too many headers.
      400 · DUPLICATE_HOST · More than one Host header.
      403 · FORBIDDEN_HOST · Host not allowed. The server's option is allowedHosts.
      403 · FORBIDDEN_ORIGIN · Origin not allowed. The server's option is allowedOrigins.
      405 · METHOD_NOT_ALLOWED · Allow: GET, POST · Use GET or POST.
      503 · HANDLER_CLOSED · Retry-After: 1 · The server is closed.
      503 · DRAINING · Retry-After: 1 · The server takes no new session.
      406 · NOT_ACCEPTABLE · The answer to a GET is text/event-stream.
      400 · MISSING_SESSION_ID · The session ID is missing in the query.
      400 · REPEATED_SESSION_ID · More than one session ID in the query.
      401 · UNAUTHORIZED · Unauthorized.
      403 · FORBIDDEN · Forbidden.
      500 · AUTHORIZE_FAILED · Internal server error.
      500 · AUTHORIZE_TIMEOUT · Internal server error.
      503 · TOO_MANY_SESSIONS · Retry-After: 1 · Too many sessions.
      503 · TOO_MANY_SESSIONS_OF_PRINCIPAL · Retry-After: 1 · Too many sessions.
      503 · BUS_NOT_READY · Retry-After: 1 · The server is not ready.
      500 · ENDPOINT_FAILED · Internal server error.
      500 · ACCEPT_FAILED · Internal server error.
      500 · ACCEPT_TIMEOUT · Internal server error.
      404 · UNKNOWN_SESSION · Unknown session.
      415 · UNSUPPORTED_MEDIA_TYPE · Content-Type must be application/json.
      415 · UNSUPPORTED_CONTENT_ENCODING · Content-Encoding must be identity or absent.
      413 · BODY_TOO_LARGE · closes · The body is too large.
      408 · BODY_TIMEOUT · closes · The body took too long.
      500 · BODY_CONSUMED · Internal server error.
      400 · BODY_INCOMPLETE · closes · The body ended early.
      400 · NOT_JSON · {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}
      400 · NOT_A_MESSAGE · {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}}
      503 · QUEUE_FULL · Retry-After: 1 · The session's queue is full.
      503 · BUS_OVERLOADED · Retry-After: 1 · The session's queue is full.
      503 · OWNER_GONE · Retry-After: 1 · The session's server is gone.
      503 · BUS_DOWN · Retry-After: 1 · The session's server cannot be reached.
      504 · BUS_TIMEOUT · The session's server did not answer.
      500 · INTERNAL_ERROR · Internal server error."
    `);
  });

  verifies(
    "http.body.constant",
    "is text/plain or a JSON-RPC error, always with nosniff and its length",
    () => {
      for (const [name, refusal] of Object.entries(REFUSALS)) {
        expect(refusal.name).toBe(name);
        expect(refusal.headers["x-content-type-options"]).toBe("nosniff");
        expect(refusal.headers["content-length"]).toBe(
          String(new TextEncoder().encode(refusal.body).byteLength),
        );
        expect(refusal.headers["content-type"]).toBe(
          refusal.body.startsWith("{") ? "application/json" : "text/plain; charset=utf-8",
        );
      }
    },
  );

  test("is the one in the README", () => {
    const rows = Object.values(REFUSALS).map(({ name, status, body }) => {
      const text = body.startsWith("{") ? `error ${JSON.parse(body).error.code}` : body.trim();
      return `| ${status} | \`${name}\` | ${text} |`;
    });
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    const table = /<!-- refusals: .* -->\n\n.*\n.*\n([\s\S]*?)\n\n<!-- \/refusals -->/.exec(readme)?.[1];
    expect(table).toBe(rows.join("\n"));
  });

  test("has Retry-After on every 503, and Allow on 405", () => {
    for (const { status, headers } of Object.values(REFUSALS)) {
      expect(headers["retry-after"] !== undefined).toBe(status === 503);
      expect(headers.allow !== undefined).toBe(status === 405);
    }
  });
});

describe("unauthorized", () => {
  test("adds WWW-Authenticate, and to a 403 only if there is one", () => {
    expect(unauthorized(401, 'Bearer realm="x"')).toMatchObject({
      status: 401,
      headers: { "www-authenticate": 'Bearer realm="x"' },
    });
    expect(unauthorized(403, "").headers).toEqual(REFUSALS.FORBIDDEN.headers);
    expect(REFUSALS.UNAUTHORIZED.headers).not.toHaveProperty("www-authenticate");
  });
});

describe("ACCEPTED", () => {
  test("has no body", () => {
    expect(ACCEPTED).toEqual({ status: 202, headers: { "content-length": "0" }, body: "", close: false });
  });
});
