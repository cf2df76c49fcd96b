import { createServer } from "node:http";
import { connectRaw } from "@mcp-sse/testkit/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { NodeExchange } from "../../src/node/exchange.ts";
import { REFUSALS } from "../../src/refusal.ts";
import { listen } from "../support/adapters.ts";

/** A server whose requests are handed to the test, and a raw connection to it. */
async function serve(run: (exchange: NodeExchange) => void): Promise<Awaited<ReturnType<typeof connectRaw>>> {
  const { url } = await listen(createServer((req, res) => run(new NodeExchange(req, res))));
  const connection = await connectRaw(url);
  onTestFinished(() => connection.destroy());
  return connection;
}

describe("NodeExchange", () => {
  test("gives method, target, headers and what the application may ask for", async () => {
    const seen: unknown[] = [];
    const connection = await serve((exchange) => {
      const { request } = exchange;
      seen.push(exchange.method, exchange.target, exchange.header("x-one"), exchange.header("x-none"));
      seen.push(exchange.occurrences("origin"), exchange.occurrences("host"));
      seen.push(request.url.pathname, request.headers.get("x-one"), request.remoteAddress, request.authInfo);
      exchange.answer(REFUSALS.METHOD_NOT_ALLOWED);
    });
    const headers: [string, string][] = [
      ["X-One", "1"],
      ["X-One", "2"],
      ["Origin", "http://a"],
      ["ORIGIN", "http://b"],
    ];
    connection.send({ target: "/sse?a=1", headers });
    expect((await connection.response()).status).toBe(405);
    expect(seen).toEqual([
      "GET",
      "/sse?a=1",
      "1, 2",
      undefined,
      2,
      1,
      "/sse",
      "1, 2",
      "127.0.0.1",
      undefined,
    ]);
  });

  test("takes the target before a mount path was taken off, and what a middleware found out", async () => {
    const seen: unknown[] = [];
    const server = createServer((req, res) => {
      Object.assign(req, { url: "/sse", originalUrl: "/mount/sse", auth: { clientId: "alice" } });
      const exchange = new NodeExchange(req, res);
      seen.push(exchange.target, exchange.request.authInfo);
      exchange.answer(REFUSALS.METHOD_NOT_ALLOWED);
    });
    const { url } = await listen(server);
    await fetch(`${url}/mount/sse`);
    expect(seen).toEqual(["/mount/sse", { clientId: "alice" }]);
  });

  test("swallows the rest of a refused body, so that the answer is not overtaken by a reset", async () => {
    const connection = await serve((exchange) => {
      exchange.answer({ ...REFUSALS.UNKNOWN_SESSION, close: true });
    });
    const body = "x".repeat(8 * 1024 * 1024);
    connection.send({ method: "POST", target: "/", body });
    const response = await connection.response();
    expect([response.status, response.header("connection")]).toEqual([404, "close"]);
    await connection.ended;
  });

  test("closes the connection of a client that never ends a refused body", async () => {
    const connection = await serve((exchange) => {
      exchange.answer({ ...REFUSALS.UNKNOWN_SESSION, close: true });
    });
    connection.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nabc");
    const started = performance.now();
    await connection.ended;
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  test("answers nothing where something else has answered", async () => {
    const server = createServer((req, res) => {
      res.end("from a middleware");
      new NodeExchange(req, res).answer(REFUSALS.INTERNAL_ERROR);
    });
    const { url } = await listen(server);
    expect(await (await fetch(url)).text()).toBe("from a middleware");
  });

  test("is abandoned when the client leaves unanswered, also before anybody asked", async () => {
    const signals: AbortSignal[] = [];
    const connection = await serve((exchange) => {
      signals.push(exchange.abandoned());
    });
    connection.send({ target: "/" });
    await expect.poll(() => signals.length).toBe(1);
    expect(signals[0]?.aborted).toBe(false);
    connection.destroy();
    await expect.poll(() => signals[0]?.aborted).toBe(true);
    const gone = { destroyed: true, writableEnded: false, on: () => undefined };
    const req = { headers: {}, rawHeaders: [], httpVersionMajor: 1, complete: true, socket: {} };
    expect(new NodeExchange(req as never, gone as never).abandoned().aborted).toBe(true);
  });
});
