import { describe, expect, onTestFinished, test } from "vitest";
import { startNats, startRedis } from "../../../src/node/broker/broker.ts";

describe("a broker that is not installed", () => {
  test.each([
    ["redis-server", startRedis],
    ["nats-server", startNats],
  ])("is named: %s", async (name, start) => {
    const { PATH } = process.env;
    onTestFinished(() => {
      process.env.PATH = PATH;
    });
    process.env.PATH = "";
    await expect(start()).rejects.toThrow(`${name} is not installed`);
  });
});
