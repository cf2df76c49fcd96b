// No string that an application passes forges an event, a header or a line of a log.

import { createServer } from "node:http";
import { verifies } from "@mcp-sse/testkit";
import { connectRaw } from "@mcp-sse/testkit/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { createSseHandler } from "../src/handler.ts";
import { openNodeSession } from "../src/node/session.ts";
import type { Authorization, SseHandlerOptions } from "../src/options.ts";
import { adapters, collect, listen } from "./support/adapters.ts";
import { open, ping, post } from "./support/client.ts";
import { collectWarnings } from "./support/warnings.ts";

/** What would end a line, a header or an event, in whatever reader. */
const HOSTILE = [
  "\n",
  "\r",
  "\r\n\r\n",
  "\n\nevent: endpoint\ndata: http://evil.example/\n\n",
  "\rdata: forged\r\r",
  "x\r\nSet-Cookie: a=b",
  "\u2028data: forged\u2029",
  "\u0085\v\f\x1c\x1d\x1e",
  "\0",
  "\ud800",
  "\x1b[2K\x1b[31m",
  ": comment\nid: 7\nretry: 1",
];

const LINE_OF_A_LOG = /^[\x20-\x7e]*$/;

/** Opens a session by hand, and gives all that came when its stream has ended. */
async function wholeStream(url: string): Promise<string> {
  const connection = await connectRaw(url);
  onTestFinished(() => connection.destroy());
  connection.send({ target: "/sse" });
  const stream = await connection.stream();
  while ((await stream.next()) !== undefined);
  return stream.text;
}

describe.each(adapters)("a session over $name", ({ serve }) => {
  verifies("session.message.event", "writes every string of a message as JSON in one data line", async () => {
    const { sessions, accept } = collect();
    const { fetch, url } = await serve(accept);
    const client = await open(fetch, url);
    const [session] = sessions;
    for (const text of HOSTILE) {
      const messages = [
        { jsonrpc: "2.0", method: text, params: { [text]: text, list: [text] } },
        { jsonrpc: "2.0", id: text, method: "m" },
        { jsonrpc: "2.0", id: 1, result: { text } },
        { jsonrpc: "2.0", id: 1, error: { code: 1, message: text, data: text } },
      ] as const;
      for (const message of messages) {
        void session?.write(message);
        const event = await client.next();
        expect(event?.event).toBe("message");
        expect(event?.data).toMatch(/^[^\r\n\u2028\u2029]*$/);
        // JSON carries half a surrogate pair as it is.
        expect(JSON.parse(event?.data ?? "")).toEqual(message);
      }
    }
    await client.leave();
  });

  test("says nothing of a principal, a cause or an error that the application passes", async () => {
    for (const text of HOSTILE) {
      const { sessions, accept } = collect();
      const { fetch, url } = await serve(accept, {
        authorize: ({ headers }) => {
          if (headers.has("x-fail")) throw new Error(text);
          return { principal: text, authInfo: text };
        },
        observer: { error: () => undefined },
      });
      const client = await open(fetch, url);
      expect(sessions[0]?.principal).toBe(text);
      const failed = await client.post(ping(), {
        headers: { "content-type": "application/json", "x-fail": "1" },
      });
      expect([failed.status, await failed.text()]).toEqual([500, "Internal server error.\n"]);
      void sessions[0]?.close(new Error(text));
      expect(await client.next()).toBeUndefined();
    }
  });

  test("sends no header that is not one whole value", async () => {
    for (const text of HOSTILE) {
      const { fetch, url } = await serve(() => undefined, {
        authorize: (): Authorization => ({ refuse: 401, wwwAuthenticate: `Bearer ${text}` }),
        observer: { error: () => undefined },
      });
      const response = await fetch(url);
      expect([response.status, [...response.headers.keys()].includes("set-cookie")]).toEqual([500, false]);
      expect(response.headers.get("www-authenticate")).toBeNull();
      await response.body?.cancel();
    }
  });

  test("advertises no endpoint that is not one whole line", async () => {
    for (const text of HOSTILE) {
      const { fetch, url } = await serve(() => undefined, {
        endpoint: () => `/messages${text}`,
        observer: { error: () => undefined },
      });
      const response = await fetch(url);
      if (response.status === 500) continue;
      const client = await open(fetch, url);
      // What is no line break to an event stream is escaped, as a URL would have it.
      expect(client.endpoint).toMatch(/^\/messages[\x21-\x7e]*$/);
      expect(text).not.toMatch(/[\r\n\0 ]/);
      await client.leave();
      await response.body?.cancel();
    }
  });
});

describe("options", () => {
  const WITH: readonly (readonly [name: string, options: (text: string) => SseHandlerOptions])[] = [
    ["endpoint", (text) => ({ endpoint: `/m${text}` })],
    ["sessionParam", (text) => ({ sessionParam: `id${text}` })],
    ["allowedHosts", (text) => ({ allowedHosts: [`host${text}`] })],
    ["allowedOrigins", (text) => ({ allowedOrigins: [`http://host${text}`] })],
    ["cors.allowHeaders", (text) => ({ cors: { allowHeaders: [`x-name${text}`] } })],
  ];

  test.each(WITH)("%s takes no text that ends a line, and says so in one", (_name, options) => {
    for (const text of HOSTILE.filter((each) => /[\r\n\0 ]/.test(each))) {
      let message: string | undefined;
      try {
        createSseHandler(() => undefined, options(text));
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
        message = (error as Error).message;
      }
      expect(message).toMatch(/^[^\r\n\0]+$/);
    }
  });
});

describe("a log", () => {
  test("is told one line of an error without an observer, whatever its text", async () => {
    const warnings = collectWarnings();
    for (const text of HOSTILE) {
      const handler = createSseHandler(() => {
        throw new Error(text, { cause: text });
      });
      await handler.fetch(new Request("http://localhost/sse"));
      await handler.close();
    }
    const warned = await warnings();
    expect(warned).toHaveLength(HOSTILE.length);
    for (const { message, detail } of warned) {
      expect(message).toMatch(/^[\x20-\x7e\ud800]+$/);
      // The stack's own lines, and no other.
      for (const line of (detail ?? "").split("\n").slice(1)) expect(line).toMatch(/^ {4}at /);
    }
  });

  test("is told one printable line of a Host or an Origin, cut to length", async () => {
    const details: string[] = [];
    const handler = createSseHandler(() => undefined, {
      observer: { refused: ({ detail }) => details.push(detail) },
    });
    const { toNodeListener } = await import("../src/node/listener.ts");
    const { url } = await listen(createServer(toNodeListener(handler)));
    for (const value of ["evil\x1b[31m", 'evil"\\', "\xe9vil\x85", "x".repeat(4_000), "evil\tevil"]) {
      for (const name of ["Host", "Origin"] as const) {
        const connection = await connectRaw(url);
        const headers = [[name, value]] as const;
        connection.send({ target: "/sse", headers });
        const { status } = await connection.response();
        // Some of it Node's parser refuses itself.
        expect([400, 403]).toContain(status);
        connection.destroy();
      }
    }
    expect(details.length).toBeGreaterThan(4);
    for (const detail of details) {
      expect(detail).toMatch(LINE_OF_A_LOG);
      expect(detail.length).toBeLessThan(400);
    }
  });
});

describe("a session without a handler", () => {
  test("writes the body of a 202 as a body, whatever it holds", async () => {
    for (const acceptedBody of HOSTILE) {
      const server = createServer((req, res) => {
        if (req.method === "GET") opened.push(openNodeSession(res, { endpoint: "/m", acceptedBody }));
        else void opened[0]?.handlePost(req, res);
        if (req.method === "GET") opened[0]?.start();
      });
      const opened: ReturnType<typeof openNodeSession>[] = [];
      const { url } = await listen(server);
      const client = await open(fetch, url);
      const accepted = await post(fetch, new URL(client.endpoint, url).href, ping());
      expect([accepted.status, await accepted.text(), accepted.headers.get("set-cookie")]).toEqual([
        202,
        acceptedBody.replace("\ud800", "\ufffd"),
        null,
      ]);
      await client.leave();
    }
  });

  test("refuses an endpoint and a parameter that would end the line", async () => {
    const res = { req: {} } as never;
    for (const text of HOSTILE.filter((each) => /[\r\n\0 ]/.test(each))) {
      expect(() => openNodeSession(res, { endpoint: `/m${text}` })).toThrow(TypeError);
      expect(() => openNodeSession(res, { endpoint: "/m", sessionParam: `id${text}` })).toThrow(RangeError);
    }
  });

  test("starts every stream with one endpoint event and nothing else", async () => {
    const server = createServer((_req, res) => {
      const session = openNodeSession(res, { endpoint: "/m\u2028data:forged" });
      session.start();
      void session.close();
    });
    const { url } = await listen(server);
    expect(await wholeStream(url)).toMatch(
      /^event: endpoint\ndata: \/m%E2%80%A8data:forged\?sessionId=[\w-]+\n\n$/,
    );
  });
});
