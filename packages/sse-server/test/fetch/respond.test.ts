import { describe, expect, test } from "vitest";
import type { Exchange } from "../../src/exchange.ts";
import { respond } from "../../src/fetch/respond.ts";
import { ACCEPTED } from "../../src/refusal.ts";

describe("respond", () => {
  test("hands the request over as an exchange and gives back what it is answered", async () => {
    const seen: string[] = [];
    const core = {
      handle(exchange: Exchange) {
        seen.push(`${exchange.method} ${exchange.target}`);
        exchange.answer(ACCEPTED);
      },
    };
    const response = await respond(core, new Request("http://localhost/sse?a", { method: "POST" }));
    expect([seen, response.status, response.body]).toEqual([["POST /sse?a"], 202, null]);
  });
});
