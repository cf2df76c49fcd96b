// What is left over keeps a process alive: so a process that has closed everything must end by itself.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const cwd = new URL("..", import.meta.url).pathname;

/** Runs a program against the built packages; fails if it writes to stderr or does not exit. */
async function run(program: string): Promise<string> {
  const args = ["--input-type=module", "--unhandled-rejections=strict", "--expose-gc", "--eval", program];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd, timeout: 20_000 });
  expect(stderr).toBe("");
  return stdout;
}

const prelude = `
  import { Client as ClientV2 } from "@modelcontextprotocol/client";
  import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
  import { McpServer as McpServerV1 } from "@modelcontextprotocol/sdk/server/mcp.js";
  import { McpServer as McpServerV2 } from "@modelcontextprotocol/server";
  import { createServer } from "node:http";
  import { SSEClientTransport, SSEServerTransport } from "mcp-sse";
  import { serveSse } from "mcp-sse/node";

  const info = { name: "n", version: "1" };
  const counters = [];
  /** Counts the ends of one side; told when the process is over, so that none comes later. */
  const counted = (protocol) => {
    const counter = { ends: 0 };
    counters.push(counter);
    const target = protocol.server ?? protocol;
    target.onclose = () => { counter.ends += 1; };
    return protocol;
  };
  const ended = async (count) => {
    while (counters.reduce((sum, { ends }) => sum + ends, 0) < count) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  process.on("exit", () => console.log(counters.map(({ ends }) => ends).join("")));
`;

describe("a process", () => {
  test("exits by itself, with one end per side, whoever closes", async () => {
    const stdout = await run(`${prelude}
      const ways = [
        ({ client }) => client.close(),
        ({ server }) => server.close(),
        ({ server }) => Promise.all(Array.from(server.handler.sessions(), (session) => session.close())),
        ({ client }) => {
          const { onclose } = client;
          client.onclose = () => { onclose(); void client.close(); };
          return client.close();
        },
        ({ client, server }) => Promise.all([client.close(), server.close()]),
      ];
      for (const [McpServer, Client] of [
        [McpServerV1, ClientV1],
        [McpServerV1, ClientV2],
        [McpServerV2, ClientV1],
        [McpServerV2, ClientV2],
      ]) {
        for (const end of ways) {
          const server = await serveSse(() => counted(new McpServer(info)));
          const client = counted(new Client(info));
          await client.connect(new SSEClientTransport(server.url));
          await client.ping();
          await end({ client, server });
          await ended(counters.length);
          await client.close();
          await server.close();
        }
      }
    `);
    expect(stdout).toBe(`${"1".repeat(2 * 4 * 5)}\n`);
  }, 30_000);

  test("exits by itself after starts that failed", async () => {
    const stdout = await run(`${prelude}
      const http = createServer((req, res) => {
        if (req.url === "/late") return;
        res.writeHead(req.url === "/500" ? 500 : 200, { "content-type": "text/event-stream" }).end();
      });
      await new Promise((resolve) => http.listen(0, "127.0.0.1", resolve));
      const at = (path) => new URL(path, "http://127.0.0.1:" + http.address().port);
      for (const Client of [ClientV1, ClientV2]) {
        for (const path of ["/500", "/empty", "/late"]) {
          const client = counted(new Client(info));
          const transport = new SSEClientTransport(at(path), { endpointTimeoutMs: 50 });
          await client.connect(transport).then(() => console.log("connected"), (error) => console.log(error.name));
        }
      }
      const answered = createServer((req, res) => {
        res.end("mine");
        new McpServerV1(info).connect(new SSEServerTransport("/m", res)).catch((error) => {
          console.log(error.code);
          answered.close();
        });
      });
      await new Promise((resolve) => answered.listen(0, "127.0.0.1", resolve));
      await (await fetch("http://127.0.0.1:" + answered.address().port)).text();
      http.close();
      http.closeAllConnections();
    `);
    expect(stdout).toBe(`${"SseError\n".repeat(6)}ERR_TRANSPORT_NOT_CONNECTED\n111111\n`);
  }, 30_000);

  test("exits by itself after its client vanished from a route of its own", async () => {
    const stdout = await run(`${prelude}
      import { connect } from "node:net";
      const http = createServer((req, res) => {
        const mcp = counted(new McpServerV2(info));
        res.on("close", () => http.close());
        void mcp.connect(new SSEServerTransport("/m", res));
      });
      await new Promise((resolve) => http.listen(0, "127.0.0.1", resolve));
      const socket = connect(http.address().port, "127.0.0.1");
      socket.write("GET /sse HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n");
      socket.once("data", () => socket.resetAndDestroy());
    `);
    expect(stdout).toBe("1\n");
  }, 30_000);

  test("S09, S18: keeps nothing of a session that has ended", async () => {
    const stdout = await run(`${prelude}
      process.removeAllListeners("exit");
      const refs = [];
      const keep = (object) => refs.push(new WeakRef(object));
      const server = await serveSse(() => {
        const mcp = new McpServerV2(info);
        keep(mcp);
        return mcp;
      });
      const session = async (end) => {
        const client = new ClientV1(info);
        const transport = new SSEClientTransport(server.url);
        await client.connect(transport);
        const [session] = server.handler.sessions();
        [client, transport, session].forEach(keep);
        await (end === "client" ? client : session).close();
        await client.close();
      };
      for (let round = 0; round < 10; round++) await session(round % 2 === 0 ? "client" : "server");
      let alive = refs.length;
      for (const deadline = Date.now() + 10_000; alive > 0 && Date.now() < deadline; ) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        gc();
        alive = refs.filter((ref) => ref.deref() !== undefined).length;
      }
      console.log(refs.length, alive);
      await server.close();
    `);
    expect(stdout).toBe("40 0\n");
  }, 30_000);
});
