import { verifies } from "@mcp-sse/testkit";
import { describe, expect, test } from "vitest";
import { connectSse } from "../src/connect.ts";
import { branches } from "./peer/branches.ts";
import { block } from "./peer/events.ts";
import { hidesRedirects, shownStatus } from "./peer/platform.ts";
import { openStream, serve, type TestServer } from "./peer/server.ts";

describe.each(branches)("openEventStream over $name", ({ options }) => {
  async function outcome(peer: TestServer, target = "/sse?key=4WVKDJ"): Promise<unknown> {
    return connectSse(peer.origin + target, options).then(
      (connection) => connection.close().then(() => "connected"),
      (error: unknown) => error,
    );
  }

  verifies("client.status", "refuses every status but 200, and tells it", async () => {
    for (const status of [
      201, 202, 203, 204, 205, 206, 300, 304, 305, 400, 403, 404, 405, 406, 418, 429, 500, 503,
    ]) {
      const peer = await serve((_request, response) => {
        response.writeHead(status, { "content-type": "text/event-stream" });
        response.end(
          status === 204 || status === 205 || status === 304 ? undefined : block("endpoint", "/m"),
        );
      });
      expect(await outcome(peer)).toMatchObject({ name: "SseClientError", code: "ERR_SSE_STATUS", status });
      expect(peer.received).toHaveLength(1);
    }
  });

  test("tells a 401 without a way to renew at once", async () => {
    const peer = await serve((_request, response) =>
      response.writeHead(401, { "www-authenticate": "Bearer" }).end(),
    );
    expect(await outcome(peer)).toMatchObject({ code: "ERR_SSE_UNAUTHORIZED", status: 401 });
    expect(peer.received).toHaveLength(1);
  });

  verifies("client.content-type", "refuses what is not an event stream", async () => {
    for (const type of ["text/html", "application/json", "text/event-streams", "text/plain", undefined]) {
      const peer = await serve((_request, response) => {
        response.writeHead(200, type === undefined ? {} : { "content-type": type });
        // It never ends: the headers alone decide.
        response.write(block("endpoint", "/m"));
      });
      expect(await outcome(peer)).toMatchObject({ code: "ERR_SSE_CONTENT_TYPE", status: 200 });
    }
  });

  test.each(["text/event-stream; charset=utf-8", "Text/Event-Stream", "text/event-stream;charset=latin1"])(
    "takes the content type %s",
    async (type) => {
      const peer = await serve((_request, response) => {
        response.writeHead(200, { "content-type": type }).write(block("endpoint", "/m"));
      });
      expect(await outcome(peer)).toBe("connected");
    },
  );

  verifies(
    ["client.redirect", "client.endpoint.no-leak"],
    "refuses a redirect off the origin, and sends nothing there",
    async () => {
      const other = await serve((_request, response) => {
        openStream(response);
        response.write(block("endpoint", "/m"));
      });
      const userinfo = (peer: TestServer) => `http://user:secret@127.0.0.1:${peer.port}/sse`;
      for (const status of [301, 302, 303, 307, 308]) {
        for (const location of [
          `${other.origin}/sse`,
          `//127.0.0.1:${other.port}/`,
          userinfo,
          "file:///x",
          "http://[",
        ]) {
          const peer: TestServer = await serve((_request, response) => {
            const where = typeof location === "string" ? location : location(peer);
            response.writeHead(status, { location: where }).end();
          });
          const isHidden = hidesRedirects && location === "http://[";
          expect(await outcome(peer)).toMatchObject(
            // A browser looks at where it must not go, and fails of that.
            isHidden
              ? { code: "ERR_SSE_NETWORK" }
              : { code: "ERR_SSE_REDIRECT", status: shownStatus(status) },
          );
          expect(peer.received).toHaveLength(1);
        }
      }
      expect(other.connections).toBe(0);
    },
  );

  test("refuses a redirect to nowhere, and a chain of more than five", async () => {
    const nowhere = await serve((_request, response) => response.writeHead(302).end());
    const refused = { code: "ERR_SSE_REDIRECT", status: shownStatus(302) };
    expect(await outcome(nowhere)).toMatchObject(refused);
    const loop = await serve((_request, response) =>
      response.writeHead(302, { location: "/sse" }).end("again"),
    );
    expect(await outcome(loop)).toMatchObject(refused);
    expect(loop.received).toHaveLength(hidesRedirects ? 1 : 6);
  });

  test("tells a server that is not there, a name that does not exist, and a server that hangs up", async () => {
    const gone = await serve(() => {});
    await new Promise((resolve) => gone.server.close(resolve));
    expect(await outcome(gone)).toMatchObject({ code: "ERR_SSE_NETWORK", cause: expect.any(Error) });

    const nameless = connectSse("http://no-such-host.invalid/sse", options);
    await expect(nameless).rejects.toMatchObject({ code: "ERR_SSE_NETWORK", cause: expect.any(Error) });

    const rude = await serve((_request, response) => response.destroy());
    expect(await outcome(rude)).toMatchObject({ code: "ERR_SSE_NETWORK", cause: expect.any(Error) });
  });

  test("tells a server that speaks TLS not at all", async () => {
    const plain = await serve(() => {});
    const attempt = connectSse(`https://127.0.0.1:${plain.port}/sse`, options);
    await expect(attempt).rejects.toMatchObject({ code: "ERR_SSE_NETWORK", cause: expect.any(Error) });
  });

  test("names no part of the URL and no header in what it says", async () => {
    const texts: string[] = [];
    for (const status of [302, 401, 404, 200]) {
      const peer = await serve((_request, response) =>
        response.writeHead(status, { location: "//x/?q=secret" }).end(),
      );
      texts.push(String(await outcome(peer, "/secret?key=4WVKDJ")));
    }
    expect(texts.join("\n")).not.toMatch(/secret|4WVKDJ|127\.0\.0\.1/);
    expect(texts.join("\n")).toMatch(/^SseClientError: [a-z]/m);
  });
});
