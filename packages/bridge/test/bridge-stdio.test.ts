import { Duplex, PassThrough } from "node:stream";
import { createConnectionPair, type JsonRpcMessage } from "@mcp-sse/jsonrpc";
import { until, within } from "@mcp-sse/testkit";
import { describe, expect, test, vi } from "vitest";
import { bridgeStdio } from "../src/bridge-stdio.ts";
import type { BridgeOptions } from "../src/options.ts";

// A busy machine is slow.
vi.setConfig({ testTimeout: 30_000 });

function host(options: BridgeOptions = {}, stdin: Duplex = new PassThrough()) {
  const stdout = new PassThrough().setEncoding("utf8");
  const [server, connection] = createConnectionPair();
  let text = "";
  stdout.on("data", (chunk: string) => {
    text += chunk;
  });
  const ended = bridgeStdio(connection, { stdin, stdout }, options);
  return {
    stdin,
    stdout,
    server,
    ended,
    say: (...messages: JsonRpcMessage[]) =>
      stdin.write(messages.map((m) => `${JSON.stringify(m)}\n`).join("")),
    said: () =>
      text
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
  };
}

const ping: JsonRpcMessage = { jsonrpc: "2.0", id: 1, method: "ping" };
const pong: JsonRpcMessage = { jsonrpc: "2.0", id: 1, result: {} };

describe("a host's two pipes", () => {
  test("carry messages both ways, one per line", async () => {
    const { say, said, server } = host();
    say(ping, { jsonrpc: "2.0", method: "a" });
    expect([await server.read(), await server.read()]).toMatchObject([ping, { method: "a" }]);
    await server.write(pong);
    await server.write({ jsonrpc: "2.0", method: "b\u2028" });
    await until(() => said().length === 2);
    expect(said()).toEqual([pong, { jsonrpc: "2.0", method: "b\u2028" }]);
  });

  test("end with the connection, after an error for whoever waits", async () => {
    const { say, said, server, stdin, stdout, ended } = host();
    say(ping);
    await server.read();
    await server.close();
    expect(await ended).toEqual({ code: "peer" });
    expect(said()).toMatchObject([{ id: 1, error: { code: -32000 } }]);
    expect([stdin.destroyed, stdout.writableEnded]).toEqual([true, true]);
  });

  test("end the connection when stdin does", async () => {
    const { say, stdin, server, ended } = host();
    say({ jsonrpc: "2.0", method: "last" });
    stdin.end();
    expect(await server.read()).toMatchObject({ method: "last" });
    expect(await server.read()).toBeUndefined();
    expect(await ended).toEqual({ code: "peer" });
  });

  test("wait for answers when stdin has ended, for as long as they are told to", async () => {
    const { say, said, stdin, server, ended } = host({ drainMs: 5_000 });
    say(ping);
    stdin.end();
    await server.read();
    await server.write(pong);
    await within(ended, "the end");
    expect(said()).toEqual([pong]);
    // As from a file: the last line, and the end in the same turn.
    const script = host({ drainMs: 5_000 }, Duplex.from([Buffer.from(`${JSON.stringify(ping)}\n`)]));
    expect(await script.server.read()).toEqual(ping);
    await script.server.write(pong);
    await within(script.ended, "the end");
    expect(script.said()).toEqual([pong]);
    const impatient = host({ drainMs: 10 });
    impatient.say(ping);
    impatient.stdin.end();
    await within(impatient.ended, "the end");
    expect(impatient.said()).toMatchObject([{ id: 1, error: { code: -32000 } }]);
  });

  test("wait for the answer to a last line that has no end", async () => {
    const { said, stdin, server, ended } = host({ drainMs: 5_000 });
    stdin.end(JSON.stringify(ping));
    expect(await server.read()).toEqual(ping);
    await server.write(pong);
    await within(ended, "the end");
    expect(said()).toEqual([pong]);
  });

  test("end when nobody reads stdout any more", async () => {
    const { stdout, server, ended } = host();
    stdout.destroy(Object.assign(new Error("EPIPE"), { code: "EPIPE" }));
    await within(ended, "the end");
    expect(await server.read()).toBeUndefined();
  });

  test("tell of lines that are no messages, to whoever wants to know", async () => {
    const ignored: unknown[] = [];
    const { stdin, say, server } = host({
      onIgnored(line) {
        ignored.push(line);
        throw new Error("mine");
      },
    });
    stdin.write("noise\n");
    say(ping);
    expect(await server.read()).toEqual(ping);
    expect(ignored).toMatchObject([{ reason: "not-a-message", bytes: 5 }]);
  });

  test("refuse limits that cannot be", () => {
    expect(() => host({ maxLineBytes: 0 })).toThrow(RangeError);
  });
});
