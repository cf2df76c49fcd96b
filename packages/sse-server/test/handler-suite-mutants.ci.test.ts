// The handler's suite, against handlers that are wrong in one thing: each must be found out.

import type { RequirementId } from "@mcp-sse/testkit";
import {
  type HandlerSetup,
  handlerCases,
  runHandlerCase,
  type ServedHandler,
  serveFetch,
} from "@mcp-sse/testkit/node";
import { describe, expect, test } from "vitest";
import { createSseHandler } from "../src/handler.ts";

/** Changes what a right handler answered. */
type Mutation = (response: Response, request: Request) => Response | Promise<Response>;

function serveMutant(mutate: Mutation): (setup: HandlerSetup) => Promise<ServedHandler> {
  return async ({ accept = () => {}, options = {}, consumeBody }) => {
    const handler = createSseHandler(accept, options);
    const server = await serveFetch(async (request) => {
      if (consumeBody) await request.text();
      return mutate(await handler.fetch(request), request);
    });
    return {
      url: server.url,
      handler,
      async close() {
        await handler.close({ graceMs: 0 });
        await server.close();
      },
    };
  };
}

/** Of the cases that prove a requirement over fetch, how many there are and how many found the mutant out. */
async function verdicts(id: RequirementId, mutate: Mutation): Promise<{ cases: number; found: number }> {
  const cases = handlerCases.filter(({ ids, rawOnly }) => !rawOnly && (ids === id || ids.includes(id)));
  let found = 0;
  for (const { run } of cases) {
    await runHandlerCase(serveMutant(mutate), run).catch(() => {
      found++;
    });
  }
  return { cases: cases.length, found };
}

function withStatus(response: Response, status: number): Response {
  return new Response(status === 204 ? null : response.body, { status, headers: response.headers });
}

function withHeader(name: string, value?: string): Mutation {
  return (response) => {
    const headers = new Headers(response.headers);
    if (value === undefined) headers.delete(name);
    else headers.set(name, value);
    return new Response(response.body, { status: response.status, headers });
  };
}

function withBody(response: Response, body: string): Response {
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  return new Response(body, { status: response.status, headers });
}

function withStream(change: (text: string) => string): Mutation {
  return (response) => {
    const changed = response.body
      ?.pipeThrough(new TextDecoderStream())
      .pipeThrough(
        new TransformStream<string, string>({
          transform: (text, controller) => controller.enqueue(change(text)),
        }),
      )
      .pipeThrough(new TextEncoderStream());
    return new Response(changed ?? null, response);
  };
}

describe("the handler's suite", () => {
  test("finds a handler right that nothing was changed of", async () => {
    expect(await verdicts("http.status.404", (response) => response)).toEqual({ cases: 1, found: 0 });
  });

  test.concurrent.each<[wrong: number, right: number, id: RequirementId]>([
    [201, 200, "http.status.200"],
    [200, 202, "http.status.202"],
    [200, 204, "http.status.204"],
    [422, 400, "http.status.400.json"],
    [422, 400, "http.status.400.message"],
    [202, 400, "http.status.400.batch"],
    [202, 400, "http.status.400.null-id"],
    [404, 400, "http.status.400.session-id"],
    [404, 400, "http.status.400.repeated-session-id"],
    [403, 401, "http.status.401"],
    [401, 403, "http.status.403.authorize"],
    [400, 403, "http.status.403.host"],
    [400, 403, "http.status.403.origin"],
    [400, 404, "http.status.404"],
    [410, 404, "http.status.404.ended"],
    [501, 405, "http.status.405"],
    [200, 406, "http.status.406"],
    [400, 408, "http.status.408"],
    [400, 413, "http.status.413.declared"],
    [400, 413, "http.status.413.streamed"],
    [400, 415, "http.status.415.type"],
    [400, 415, "http.status.415.encoding"],
    [400, 500, "http.status.500.accept"],
    [503, 500, "http.status.500.accept-timeout"],
    [400, 500, "http.status.500.authorize"],
    [400, 500, "http.status.500.endpoint"],
    [400, 500, "http.status.500.body-consumed"],
    [429, 503, "http.status.503.full"],
    [404, 503, "http.status.503.draining"],
    [404, 503, "http.status.503.closed"],
    [429, 503, "http.status.503.queue"],
  ])(
    "finds out %i where %i is right [%s]",
    async (wrong, right, id) => {
      const { cases, found } = await verdicts(id, (response) =>
        response.status === right ? withStatus(response, wrong) : response,
      );
      expect(found).toBe(cases);
    },
    20_000,
  );

  test.concurrent.each<[fault: string, id: RequirementId, mutate: Mutation]>([
    ["no nosniff", "http.body.constant", withHeader("x-content-type-options")],
    ["refusals in HTML", "http.body.constant", withHeader("content-type", "text/html")],
    ["no Allow", "http.status.405", withHeader("allow")],
    ["no WWW-Authenticate", "http.status.401", withHeader("www-authenticate")],
    ["no Retry-After", "http.status.503.full", withHeader("retry-after")],
    ["a stream that proxies may cache", "http.status.200", withHeader("cache-control")],
    ["a stream that proxies may hold back", "http.status.200", withHeader("x-accel-buffering")],
    ["a CORS star", "security.cors.exact", withHeader("access-control-allow-origin", "*")],
    [
      "credentials for everybody",
      "security.cors.exact",
      withHeader("access-control-allow-credentials", "true"),
    ],
    ["no Vary", "security.cors.exact", withHeader("vary")],
    [
      "CORS that is never off",
      "security.cors.off",
      withHeader("access-control-allow-origin", "https://a.example"),
    ],
    [
      "the request's target in a body",
      "http.body.no-echo",
      async (response, request) =>
        response.status < 400 ? response : withBody(response, `${await response.text()} ${request.url}`),
    ],
    [
      "a header of the request in an answer",
      "http.body.no-echo",
      (response, request) => withHeader("x-seen", request.headers.get("user-agent") ?? "")(response, request),
    ],
    [
      "404s that tell sessions apart",
      "http.status.404.identical",
      (response, request) => {
        if (response.status !== 404) return response;
        return withBody(
          response,
          request.headers.get("authorization")?.endsWith("bob") ? "not yours" : "gone",
        );
      },
    ],
    [
      "an endpoint that is not first",
      "session.endpoint.first",
      withStream((text) => `data: hello\n\n${text}`),
    ],
    [
      "an endpoint of another path",
      "session.endpoint.own-path",
      withStream((text) => text.replace("data: /", "data: /x/")),
    ],
    [
      "an absolute endpoint",
      "session.endpoint.own-path",
      withStream((text) => text.replace("data: /", "data: http://127.0.0.1/")),
    ],
    ["unnamed messages", "session.message.event", withStream((text) => text.replace("event: message\n", ""))],
    ["no keep-alive", "session.keep-alive", withStream((text) => text.replace(/^:.*\n+/gm, ""))],
  ])(
    "finds out %s [%s]",
    async (_fault, id, mutate) => {
      const { cases, found } = await verdicts(id, mutate);
      expect(cases).toBeGreaterThan(0);
      expect(found).toBeGreaterThan(0);
    },
    20_000,
  );
});
