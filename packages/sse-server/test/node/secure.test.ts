// The listener behind TLS: https, and http2 with HTTP/1.1 beside it.

import { once } from "node:events";
import http2 from "node:http2";
import https from "node:https";
import type { AddressInfo, Server } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import { until, within } from "@mcp-sse/testkit";
import { CERTIFICATE, KEY } from "@mcp-sse/testkit/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { createSseHandler, type SseHandler } from "../../src/handler.ts";
import { toNodeListener } from "../../src/node/listener.ts";
import { collect, echo } from "../support/adapters.ts";
import { notification, ping } from "../support/client.ts";

const TLS = { key: KEY, cert: CERTIFICATE };
const CLIENT = { ca: CERTIFICATE, servername: "localhost" };

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A client of HTTP/1.1 by hand, over TLS. */
async function dial(port: number, request: string): Promise<{ socket: TLSSocket; text: () => string }> {
  const socket = connect({ ...CLIENT, host: "127.0.0.1", port, ALPNProtocols: ["http/1.1"] });
  socket.on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
  });
  await once(socket, "secureConnect");
  socket.write(request);
  return { socket, text: () => text };
}

const GET = "GET /sse HTTP/1.1\r\nHost: localhost\r\n\r\n";

function postOf(endpoint: string): string {
  const body = JSON.stringify(ping());
  return `POST ${endpoint} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

function endpointIn(text: string): string | undefined {
  return /^data: (\S+)\n/m.exec(text)?.[1];
}

describe("http2.createSecureServer with allowHTTP1", () => {
  test("H07 serves both, with a connection header on HTTP/1.1 only, and without a warning", async () => {
    const warnings: string[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning.message);
    process.on("warning", onWarning);
    onTestFinished(() => void process.off("warning", onWarning));
    const handler: SseHandler = createSseHandler(echo);
    const port = await listen(
      http2.createSecureServer({ ...TLS, allowHTTP1: true }, toNodeListener(handler)),
    );

    const client = http2.connect(`https://localhost:${port}`, CLIENT);
    onTestFinished(() => client.destroy());
    const ask = (headers: http2.OutgoingHttpHeaders, body?: string): http2.ClientHttp2Stream => {
      const stream = client.request(headers, { endStream: body === undefined });
      stream.setEncoding("utf8");
      if (body !== undefined) stream.end(body);
      return stream;
    };
    const get = ask({ ":path": "/sse" });
    let events = "";
    get.on("data", (chunk: string) => {
      events += chunk;
    });
    const [head] = await once(get, "response");
    expect(Object.keys(head).join()).not.toMatch(/connection|keep-alive|transfer-encoding|upgrade/);
    await until(() => endpointIn(events) !== undefined, "the endpoint event");
    const post = ask(
      { ":path": endpointIn(events), ":method": "POST", "content-type": "application/json" },
      JSON.stringify(ping()),
    );
    const [answer] = await once(post, "response");
    expect([answer[":status"], Object.keys(answer).join()]).toEqual([
      202,
      expect.not.stringMatching(/connection|keep-alive/),
    ]);
    await until(() => events.includes('"method":"ping"'), "the answer");

    const old = await dial(port, GET);
    await until(() => endpointIn(old.text()) !== undefined, "the endpoint event");
    expect(old.text()).toMatch(/^connection: close\r$/im);
    const poster = await dial(port, postOf(endpointIn(old.text()) ?? ""));
    await until(() => poster.text().startsWith("HTTP/1.1 202"), "the acceptance");
    await until(() => old.text().includes('"method":"ping"'), "the answer");

    await handler.close();
    await within(once(get, "close"), "the end of the stream");
    expect(warnings).toEqual([]);
  });
});

describe("http2.createSecureServer", () => {
  test("answers nothing to more headers than it takes, and looks at the last of those it takes", async () => {
    const handler = createSseHandler(echo);
    const port = await listen(http2.createSecureServer(TLS, toNodeListener(handler)));
    const client = http2.connect(`https://localhost:${port}`, CLIENT);
    onTestFinished(() => client.destroy());
    const ask = async (count: number, last: http2.OutgoingHttpHeaders): Promise<unknown> => {
      const many = Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, "a"]));
      const stream = client.request({ ":path": "/sse", ...many, ...last });
      stream.on("error", () => undefined);
      const answer = new Promise<unknown>((resolve) => {
        stream.on("response", (head) => resolve(head[":status"]));
        stream.on("close", () => resolve("reset"));
      });
      const answered = await within(answer, "an answer");
      stream.close();
      return answered;
    };
    const evil = { origin: "http://evil.example" };
    expect(await ask(90, {})).toBe(200);
    expect(await ask(90, evil)).toBe(403);
    for (const count of [130, 1_200]) expect(await ask(count, evil)).toBe("reset");
    await handler.close({ graceMs: 0 });
  });
});

describe("node:https", () => {
  test("tells the application that the request came over it", async () => {
    const { sessions, accept } = collect();
    const handler = createSseHandler(accept);
    const port = await listen(https.createServer(TLS, toNodeListener(handler)));
    const { text } = await dial(port, GET);
    await until(() => endpointIn(text()) !== undefined, "the endpoint event");
    expect(sessions[0]?.request.url.href).toBe("https://localhost/sse");
    await handler.close();
  });

  test("S10 ends the session of a reader that stalls, and keeps one that is slow", async () => {
    const { sessions, accept } = collect();
    const handler = createSseHandler(accept, { stallTimeoutMs: 800 });
    const port = await listen(https.createServer(TLS, toNodeListener(handler)));
    const [stalled, slow] = [await dial(port, GET), await dial(port, GET)];
    await until(() => sessions.length === 2, "both sessions");
    stalled.socket.pause();
    const large = notification("large", { pad: "x".repeat(12 * 1024 * 1024) });
    // Which socket is whose is told by who ends.
    for (const session of sessions) session.write(large).catch(() => undefined);
    const pacing = setInterval(() => {
      slow.socket.pause();
      setTimeout(() => slow.socket.resume(), 20);
    }, 40);
    onTestFinished(() => clearInterval(pacing));
    const first = await within(Promise.race(sessions.map(({ closed }) => closed)), "an end", 10_000);
    expect(first).toMatchObject({ code: "stalled", cause: { code: "ERR_SSE_STALLED" } });
    await until(() => slow.text().length > 12 * 1024 * 1024, "the whole message", 20_000);
    expect(handler.sessionCount).toBe(1);
    await handler.close({ graceMs: 0 });
  }, 40_000);
});
