import { describe, expect, test } from "vitest";
import { ServerRequests } from "../src/server-requests.ts";

const ask = (id: number | string) => ({ jsonrpc: "2.0", id, method: "roots/list" }) as const;
const answer = (id: number | string) => ({ jsonrpc: "2.0", id, result: {} }) as const;

describe("requests of the server", () => {
  test("pass as they are in the first session, and are answered once", () => {
    const requests = new ServerRequests();
    expect(requests.toClient(ask(1))).toEqual(ask(1));
    expect(requests.toServer(answer(2))).toBeUndefined();
    expect(requests.toServer(answer(1))).toEqual(answer(1));
    expect(requests.toServer(answer(1))).toBeUndefined();
    expect(requests.endSession()).toEqual([]);
  });

  test("of another session have other ids: a late answer finds no other request", () => {
    const requests = new ServerRequests();
    requests.toClient(ask(1));
    expect(requests.endSession()).toEqual([1]);
    const renamed = requests.toClient(ask(1));
    expect(renamed).toEqual(ask("mcp-sse:1:1"));
    expect(requests.toClient(ask("1"))).toEqual(ask('mcp-sse:1:"1"'));
    expect(requests.toServer(answer(1))).toBeUndefined();
    expect(requests.toServer(answer("mcp-sse:1:1"))).toEqual(answer(1));
    expect(requests.endSession()).toEqual(['mcp-sse:1:"1"']);
  });

  test("are cancelled under the id that the client knows, and need no answer then", () => {
    const requests = new ServerRequests();
    requests.endSession();
    requests.toClient(ask(1));
    const cancel = {
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 1, reason: "x" },
    } as const;
    expect(requests.toClient(cancel)).toMatchObject({ params: { requestId: "mcp-sse:1:1", reason: "x" } });
    expect(requests.endSession()).toEqual([]);
    const bare = { jsonrpc: "2.0", method: "notifications/cancelled" } as const;
    expect(requests.toClient(bare)).toBe(bare);
  });

  test("are all that is renamed", () => {
    const requests = new ServerRequests();
    requests.endSession();
    const note = { jsonrpc: "2.0", method: "notifications/message" } as const;
    const refused = { jsonrpc: "2.0", id: null, error: { code: -32700, message: "no" } } as const;
    for (const message of [note, answer(1)]) expect(requests.toClient(message)).toBe(message);
    for (const message of [note, ask(1), refused]) expect(requests.toServer(message)).toBe(message);
  });
});
