import { describe, expect, test } from "vitest";
import { createConnectionPair } from "../src/connection-pair.ts";
import type { JsonRpcMessage } from "../src/message.ts";

const ping: JsonRpcMessage = { jsonrpc: "2.0", id: 1, method: "ping" };

describe("createConnectionPair", () => {
  test("hands what one end writes to the other", async () => {
    const [left, right] = createConnectionPair();
    await left.write(ping);
    expect(await right.read()).toBe(ping);
  });

  test("tells each end once who ended it", async () => {
    const [left, right] = createConnectionPair();
    await left.write(ping);
    const closing = left.close("done");
    expect(left.close()).toBe(closing);
    await closing;
    expect(await left.closed).toEqual({ code: "local", cause: "done" });
    expect(await right.closed).toEqual({ code: "peer" });
    expect(await right.read()).toBe(ping);
    expect(await right.read()).toBeUndefined();
    await expect(right.write(ping)).rejects.toMatchObject({ code: "ERR_CONNECTION_CLOSED" });
  });
});
