import { describe, expect, test } from "vitest";
import { REPLACED_ANSWERS, replaceAnswer } from "../../../src/node/faults/replace.ts";
import { connectRaw } from "../../../src/node/http/raw-connection.ts";
import { until } from "../../../src/patience.ts";
import { openWire } from "./wire.ts";

describe("replaceAnswer", () => {
  test.each(REPLACED_ANSWERS)("answers with $status $contentType in the server's place", async (answer) => {
    const wire = await openWire(replaceAnswer(answer));
    for (const request of [
      { target: "/sse" },
      { method: "POST", target: "/m", body: "x".repeat(100_000) },
      { method: "POST", target: "/m", body: "x".repeat(1_000), chunkSize: 100 },
    ]) {
      const connection = await connectRaw(wire.proxy.url);
      connection.send(request);
      const response = await connection.response();
      expect(response).toMatchObject({ status: answer.status, body: answer.body });
      expect(response.header("content-type")).toBe(answer.contentType ?? "text/plain");
      await connection.ended;
      connection.halfClose();
    }
    await until(() => wire.proxy.links.length === 0);
    expect(wire.servers).toEqual([]);
  });

  test("waits for the whole request", async () => {
    const wire = await openWire(replaceAnswer({ status: 503 }));
    const connection = await connectRaw(wire.proxy.url);
    connection.write("POST /m HTTP/1.1\r\nContent-Length: 2\r\n\r\n1");
    await until(() => wire.proxy.links[0]?.method === "POST");
    expect(connection.firstChunk).toHaveLength(0);
    connection.write("2");
    expect(await connection.response()).toMatchObject({ status: 503, body: "" });
    connection.destroy();
  });

  test("names the answers of the table: 429, 502, 503, 504, and a page", () => {
    expect(REPLACED_ANSWERS.map(({ status }) => status)).toEqual([429, 502, 503, 504, 200]);
  });
});
