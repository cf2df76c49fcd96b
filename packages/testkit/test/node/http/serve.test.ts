import { afterEach, describe, expect, test } from "vitest";
import { connectRaw } from "../../../src/node/http/raw-connection.ts";
import { type RunningServer, serveFetch } from "../../../src/node/http/serve.ts";
import { until } from "../../../src/patience.ts";

const servers: RunningServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serve(...args: Parameters<typeof serveFetch>): Promise<RunningServer> {
  const server = await serveFetch(...args);
  servers.push(server);
  return server;
}

describe("serveFetch", () => {
  test("hands over method, target, headers and body, and sends the answer", async () => {
    const server = await serve(async (request) => {
      const { pathname, search } = new URL(request.url);
      const seen = [request.method, pathname + search, request.headers.get("x-a"), await request.text()];
      return new Response(seen.join(" "), { status: 418, headers: { "x-b": "2" } });
    });
    const answer = await fetch(new URL("/p?q=1", server.url), {
      method: "POST",
      headers: { "x-a": "1" },
      body: "body",
    });
    expect(answer.status).toBe(418);
    expect(answer.headers.get("x-b")).toBe("2");
    expect(await answer.text()).toBe("POST /p?q=1 1 body");
  });

  test("aborts the request and cancels the body when the client goes", async () => {
    let cancelled = false;
    let aborted = false;
    const server = await serve((request) => {
      request.signal.addEventListener("abort", () => {
        aborted = true;
      });
      return new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode("data: x\n\n")),
          cancel: () => {
            cancelled = true;
          },
        }),
      );
    });
    const connection = await connectRaw(server.url);
    connection.send({ target: "/" });
    await (await connection.stream()).next();
    connection.destroy();
    await until(() => aborted && cancelled, "abort and cancel");
  });

  test("holds the body back while the client reads nothing", async () => {
    let pulled = 0;
    const server = await serve(
      () =>
        new Response(
          new ReadableStream({
            pull(controller) {
              pulled++;
              controller.enqueue(new Uint8Array(1024 * 1024));
            },
          }),
        ),
    );
    const connection = await connectRaw(server.url);
    connection.stall();
    connection.send({ target: "/" });
    await until(() => pulled > 0, "the first pull");
    let before = -1;
    // Until the buffers on the way are full, each look finds another pull.
    await until(() => {
      const full = pulled === before;
      before = pulled;
      return full;
    }, "full buffers");
    expect(pulled).toBeLessThan(64);
    connection.destroy();
  });

  test("closes the connection after an answer to a body that nobody read", async () => {
    const server = await serve(() => new Response("no", { status: 413 }));
    const connection = await connectRaw(server.url);
    connection.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n");
    expect(await connection.response()).toMatchObject({ status: 413, body: "no" });
    await connection.ended;
  });

  test("breaks the connection when the handler throws", async () => {
    const server = await serve(() => {
      throw new Error("broken");
    });
    const connection = await connectRaw(server.url);
    connection.send({ target: "/" });
    await connection.ended;
  });
});
