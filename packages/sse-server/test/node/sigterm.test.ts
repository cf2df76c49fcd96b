// A process that serves, and is told to stop: whoever its clients are, it ends by itself, and its port is free.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { within } from "@mcp-sse/testkit";
import { blackHole, connectRaw, createFaultProxy, type RawConnection } from "@mcp-sse/testkit/node";
import { describe, expect, onTestFinished, test } from "vitest";

const GRACE_MS = 500;

/** Of a loaded machine; what a client holds up would take a minute. */
const LIMIT_MS = 20_000;

/** Over the built package, as a program would: `SIGTERM` closes both, and nothing calls `process.exit`. */
const PROGRAM = `
  import { createServer } from "node:http";
  import { createSseHandler } from "@mcp-sse/sse-server";
  import { toNodeListener } from "@mcp-sse/sse-server/node";

  const pad = "x".repeat(1_000_000);
  const handler = createSseHandler(
    async (session) => {
      if (!session.request.target.includes("flood")) return;
      for (;;) await session.write({ jsonrpc: "2.0", method: "notifications/message", params: { pad } });
    },
    { bodyTimeoutMs: 60_000, acceptTimeoutMs: 60_000, authorize: ({ headers }) => (headers.has("x-slow") ? new Promise(() => {}) : { principal: "p" }) },
  );
  const server = createServer(toNodeListener(handler));
  server.listen(0, "127.0.0.1", () => console.log(server.address().port));
  process.once("SIGTERM", () => {
    server.close(() => console.log("http closed"));
    void handler.close({ graceMs: ${GRACE_MS} }).then(() => console.log("sessions closed"));
  });
`;

async function serve(): Promise<{
  child: ChildProcess;
  port: number;
  lines: string[];
  exit: Promise<unknown[]>;
}> {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", PROGRAM], {
    cwd: new URL("../..", import.meta.url).pathname,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines: string[] = [];
  const exit = once(child, "exit");
  const reader = createInterface({ input: child.stdout as NonNullable<ChildProcess["stdout"]> });
  reader.on("line", (line) => lines.push(line));
  await once(reader, "line");
  return { child, port: Number(lines.shift()), lines, exit };
}

/** A POST of which the rest never comes. */
function halfPost(target: string, ...headers: string[]): string {
  const head = [
    `POST ${target} HTTP/1.1`,
    "Host: localhost",
    "Content-Type: application/json",
    "Content-Length: 99",
    ...headers,
  ];
  return `${head.join("\r\n")}\r\n\r\n{`;
}

describe("a process that serves", () => {
  test("S15 exits with code 0 after SIGTERM, with 20 clients in a black hole", async () => {
    const { child, port, lines, exit } = await serve();
    const proxy = await createFaultProxy({ target: new URL(`http://127.0.0.1:${port}`) });
    onTestFinished(() => proxy.close());
    const clients: RawConnection[] = [];
    const dial = async (): Promise<RawConnection> => {
      const connection = await connectRaw(proxy.url);
      clients.push(connection);
      onTestFinished(() => connection.destroy());
      return connection;
    };
    for (let count = 0; count < 20; count++) {
      const connection = await dial();
      // Half of them have more on its way to them than any buffer holds.
      connection.send({ target: count % 2 === 0 ? "/sse" : "/sse?flood", headers: [["Host", "localhost"]] });
      const stream = await connection.stream();
      const endpoint = (await stream.next())?.data ?? "";
      connection.stall();
      // And some are in the middle of a POST, or wait for an answer that the application does not give.
      if (count % 4 === 0) (await dial()).write(halfPost(endpoint));
      if (count % 4 === 1) (await dial()).write(halfPost(endpoint, "X-Slow: 1"));
    }
    for (const link of proxy.links) link.become(blackHole());

    child.kill("SIGTERM");
    expect(await within(exit, "the exit", LIMIT_MS)).toEqual([0, null]);
    expect(lines.sort()).toEqual(["http closed", "sessions closed"]);
    const again = connect(port, "127.0.0.1");
    const [error] = await once(again, "error");
    expect(error).toMatchObject({ code: "ECONNREFUSED" });
  }, 60_000);
});
