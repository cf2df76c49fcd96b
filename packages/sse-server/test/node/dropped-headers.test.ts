import { createServer } from "node:http";
import { verifies } from "@mcp-sse/testkit";
import { connectRaw } from "@mcp-sse/testkit/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { MAX_HEADERS, mayLackHeaders } from "../../src/node/dropped-headers.ts";
import type { NodeRequest } from "../../src/node/node-http.ts";
import { listen } from "../support/adapters.ts";

/** What is said of a request with so many headers, by a server that takes `maxHeadersCount` of them. */
async function verdict(headers: number, maxHeadersCount?: number): Promise<string> {
  const server = createServer((req, res) => res.end(mayLackHeaders(req) ? "lacks" : "has all"));
  if (maxHeadersCount !== undefined) server.maxHeadersCount = maxHeadersCount;
  const { url } = await listen(server);
  const connection = await connectRaw(new URL(url));
  onTestFinished(() => connection.destroy());
  const others = Array.from({ length: headers - 1 }, (_, index) => [`x${index}`, "a"] as const);
  connection.send({ target: "/", headers: [["Host", "a"], ...others] });
  const { status, body } = await connection.response();
  return status === 431 ? "lacks" : body;
}

describe("a request that may lack headers", () => {
  verifies("http.status.431", "is one with 1 000 headers or more", async () => {
    expect(await verdict(2)).toBe("has all");
    expect(await verdict(MAX_HEADERS)).toBe("has all");
    for (const count of [1_000, 1_001, 1_024, 1_025, 2_000]) expect(await verdict(count)).toBe("lacks");
  });

  test.each([1, 2, 31, 32, 33, 64, 100])(
    "is one with as many as its server takes, if that is %i",
    async (limit) => {
      if (limit > 1) expect(await verdict(limit - 1, limit)).toBe("has all");
      for (const count of [limit, limit + 1, limit + 40]) expect(await verdict(count, limit)).toBe("lacks");
    },
  );

  test.each([0, 5_000])("is one with 1 000 also where its server takes more (%i)", async (limit) => {
    expect(await verdict(MAX_HEADERS, limit)).toBe("has all");
    expect(await verdict(1_000, limit)).toBe("lacks");
  });

  test("is none of few headers over HTTP/2, or where nothing is known of a server", () => {
    const server = { maxHeadersCount: 1 };
    const request = { rawHeaders: [":path", "/", "a", "b"], socket: { server }, httpVersionMajor: 2 };
    expect(mayLackHeaders(request as unknown as NodeRequest)).toBe(false);
    const alone = { rawHeaders: ["host", "a"], socket: {}, httpVersionMajor: 1 };
    expect(mayLackHeaders(alone as unknown as NodeRequest)).toBe(false);
    const unset = { ...alone, socket: { server: { maxHeadersCount: null } } };
    expect(mayLackHeaders(unset as unknown as NodeRequest)).toBe(false);
  });
});
