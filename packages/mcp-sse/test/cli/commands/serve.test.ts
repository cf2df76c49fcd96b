import { connectSse } from "@mcp-sse/sse-client";
import { describe, expect, test } from "vitest";
import { EXIT } from "../../../src/cli/exit-code.ts";
import { startServe } from "../bin-process.ts";

const ECHO = [
  "--eval",
  `require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, params } = JSON.parse(line);
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result: { pid: process.pid, params } }));
  });`,
];

describe("mcp-sse serve", () => {
  test("serves a command, one process per session, until it is told to stop", async () => {
    const serve = await startServe(["--", process.execPath, ...ECHO]);
    const connections = await Promise.all([connectSse(serve.url), connectSse(serve.url)]);
    const pids = new Set<unknown>();
    for (const [i, connection] of connections.entries()) {
      await connection.write({ jsonrpc: "2.0", id: 1, method: "echo", params: { i } });
      const answer = await connection.read();
      expect(answer).toMatchObject({ id: 1, result: { params: { i } } });
      pids.add((answer as { result: { pid: number } }).result.pid);
    }
    expect(pids.size).toBe(2);
    serve.process.kill("SIGTERM");
    expect(await serve.exited).toBe(EXIT.ok);
    expect(await connections[0].read()).toBeUndefined();
    for (const pid of pids) expect(() => process.kill(pid as number, 0)).toThrow();
  });
});
