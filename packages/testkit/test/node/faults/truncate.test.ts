import { describe, expect, test } from "vitest";
import { truncateBody } from "../../../src/node/faults/truncate.ts";
import { until } from "../../../src/patience.ts";
import { openPair, openWire } from "./wire.ts";

const HEAD = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n";

describe("truncateBody", () => {
  test.each([0, 1, 4])("passes the head and %i bytes of the body, then a FIN", async (bytes) => {
    for (const size of [1, 3, 1_000]) {
      const { client, server } = await openPair(await openWire(truncateBody(bytes)));
      const response = `${HEAD}0123456789`;
      for (let at = 0; at < response.length; at += size) {
        server.send(response.slice(at, at + size));
        await new Promise(setImmediate);
      }
      await until(() => client.ends.length > 0 && server.ends.length > 0);
      expect(client.ends[0]).toBe("end");
      expect(client.text).toBe(HEAD + "0123456789".slice(0, bytes));
      expect(server.ends[0]).toBe("end");
    }
  });

  test("counts from now on a connection that lives", async () => {
    const wire = await openWire();
    const { client, server } = await openPair(wire);
    server.send(`${HEAD}0123`);
    await until(() => client.text.endsWith("0123"));
    wire.proxy.links[0]?.become(truncateBody(2));
    server.send("456789");
    await until(() => client.ends.length > 0);
    expect(client.text).toBe(`${HEAD}012345`);
  });
});
