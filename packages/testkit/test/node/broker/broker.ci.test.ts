import { connect } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { startNats, startRedis } from "../../../src/node/broker/broker.ts";
import { within } from "../../../src/patience.ts";

/** What a broker says to `PING`, of which both have one. */
function ping(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    socket.setEncoding("utf8").on("data", (text: string) => {
      if (!text.includes("PONG")) return;
      socket.destroy();
      resolve("PONG");
    });
    socket.on("error", reject);
  });
}

describe.each([
  ["startRedis", startRedis],
  ["startNats", startNats],
])("%s", (_name, start) => {
  test("starts a broker, kills it and starts it again on its port, stops it and lets it go on", async () => {
    const broker = await start();
    onTestFinished(() => broker.close());
    expect(await ping(broker.port)).toBe("PONG");
    const { pid } = broker;
    await broker.kill();
    await expect(ping(broker.port)).rejects.toThrow();
    await broker.start();
    expect(broker.pid).not.toBe(pid);
    await broker.freeze();
    const answer = ping(broker.port);
    await expect(within(answer, "an answer", 100)).rejects.toThrow();
    broker.thaw();
    expect(await answer).toBe("PONG");
    await broker.close();
    await expect(ping(broker.port)).rejects.toThrow();
  });

  test("fails with what the broker says of its settings", async () => {
    await expect(start("--no-such-setting")).rejects.toThrow("did not start");
  });
});
