import { createConnectionPair, type JsonRpcMessage } from "@mcp-sse/jsonrpc";
import { describe, expect, test } from "vitest";
import { Handshake } from "../src/handshake.ts";

const { signal } = new AbortController();
const INITIALIZE: JsonRpcMessage = { jsonrpc: "2.0", id: 7, method: "initialize" };
const INITIALIZED: JsonRpcMessage = { jsonrpc: "2.0", method: "notifications/initialized" };
const ANSWER: JsonRpcMessage = { jsonrpc: "2.0", id: 7, result: {} };
const drop = (): Promise<void> => Promise.resolve();

describe("Handshake", () => {
  test("says nothing of an initialize that was not answered with a result", async () => {
    const [local, remote] = createConnectionPair();
    const handshake = new Handshake();
    await handshake.replay(local, signal, drop);
    handshake.record(INITIALIZE);
    handshake.record({ jsonrpc: "2.0", id: 8, method: "tools/call" });
    handshake.recordAnswer({ jsonrpc: "2.0", id: 8, result: {} });
    handshake.recordAnswer({ jsonrpc: "2.0", id: 7, error: { code: -1, message: "no" } });
    await handshake.replay(local, signal, drop);
    await local.close();
    expect(await remote.read()).toBeUndefined();
  });

  test("says no more than the client had said", async () => {
    const [local, remote] = createConnectionPair();
    const handshake = new Handshake();
    handshake.record(INITIALIZE);
    handshake.recordAnswer(ANSWER);
    const replayed = handshake.replay(local, signal, drop);
    expect(await remote.read()).toMatchObject({ method: "initialize" });
    await remote.write({ jsonrpc: "2.0", id: "mcp-sse:initialize:1", result: {} });
    await replayed;
    await local.close();
    expect(await remote.read()).toBeUndefined();
  });

  test("hands on what the server says before its answer", async () => {
    const [local, remote] = createConnectionPair();
    const handshake = new Handshake();
    handshake.record(INITIALIZE);
    handshake.recordAnswer(ANSWER);
    handshake.record(INITIALIZED);
    const handedOn: JsonRpcMessage[] = [];
    const replayed = handshake.replay(local, signal, async (message) => {
      handedOn.push(message);
    });
    expect(await remote.read()).toMatchObject({ method: "initialize", id: "mcp-sse:initialize:1" });
    const note: JsonRpcMessage = { jsonrpc: "2.0", method: "notifications/message" };
    const other: JsonRpcMessage = { jsonrpc: "2.0", id: 7, result: {} };
    for (const message of [note, other]) await remote.write(message);
    await remote.write({ jsonrpc: "2.0", id: "mcp-sse:initialize:1", result: {} });
    await replayed;
    expect(handedOn).toEqual([note, other]);
    expect(await remote.read()).toEqual(INITIALIZED);
  });

  test("fails when the connection ends before the answer", async () => {
    const [local, remote] = createConnectionPair();
    const handshake = new Handshake();
    handshake.record(INITIALIZE);
    handshake.recordAnswer(ANSWER);
    handshake.record(INITIALIZED);
    const failed = expect(handshake.replay(local, signal, drop)).rejects.toMatchObject({
      code: "ERR_BRIDGE_INITIALIZE",
    });
    await remote.read();
    await remote.close();
    await failed;
  });
});
