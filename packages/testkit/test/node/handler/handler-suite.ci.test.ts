import { describe, expect, test } from "vitest";
import { handlerCases, runHandlerCase } from "../../../src/node/handler/handler-suite.ts";
import { order } from "../../../src/node/handler/order.ts";
import type { ServedHandler } from "../../../src/node/handler/subject.ts";
import { serveListener } from "../../../src/node/http/serve.ts";
import { within } from "../../../src/patience.ts";

/** A server that gives every request the same answer: the refusal of its status, at its best. */
async function serveConstant(status: number): Promise<ServedHandler> {
  const server = await serveListener((req, res) => {
    req.resume();
    res.writeHead(status, {
      "content-type": "text/plain",
      "x-content-type-options": "nosniff",
      "www-authenticate": "Bearer",
      "retry-after": "1",
      allow: "GET, POST",
      connection: "close",
    });
    res.end("refused");
  });
  return { ...server, handler: { sessionCount: 0, close: () => Promise.resolve() } };
}

describe("handlerSuite", () => {
  test.concurrent.each([200, 202, 204, 400, 401, 403, 404, 405, 406, 408, 413, 415, 418, 500, 503, 504])(
    "passes nothing but single checks of that status for a server that always answers %i",
    async (status) => {
      const passed: string[] = [];
      await Promise.all(
        handlerCases.map(async ({ title, run }) => {
          try {
            await within(
              runHandlerCase(() => serveConstant(status), run),
              title,
              20_000,
            );
            passed.push(title);
          } catch {
            // As it should.
          }
        }),
      );
      const single = order.map(({ title }) => title);
      expect(passed.filter((title) => !single.includes(title))).toEqual([]);
    },
    60_000,
  );
});
