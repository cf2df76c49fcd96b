import { SseClientError } from "@mcp-sse/sse-client";
import { describe, expect, test } from "vitest";
import { usageError } from "../../../src/cli/cli-error.ts";
import { explained } from "../../../src/cli/client/explain.ts";

describe("an error, explained", () => {
  test("says what would help, by the status before the code", () => {
    const refused = new SseClientError("ERR_SSE_STATUS", "no", { status: 405 });
    expect(explained(refused)).toMatchObject({ message: "no", cause: refused, exitCode: 1 });
    expect(explained(refused).hints[0]).toContain("Streamable HTTP");
    expect(explained(new SseClientError("ERR_SSE_CONTENT_TYPE", "no")).hints[0]).toContain("/sse");
    expect(explained(new SseClientError("ERR_SSE_POST", "no", { status: 500 })).hints).toEqual([]);
  });

  test("names what went wrong underneath, where that is our own proxy's refusal", () => {
    const cause = Object.assign(new Error("the proxy refused a tunnel with 407"), {
      code: "ERR_PROXY_REFUSED",
    });
    const error = explained(new SseClientError("ERR_SSE_NETWORK", "the GET failed", { cause }));
    expect(error.message).toContain("the proxy refused a tunnel with 407");
    expect(error.hints[0]).toContain("proxy");
  });

  test("of any other kind has its own words", () => {
    const told = usageError("no");
    expect(explained(told)).toBe(told);
    expect(explained(new RangeError("x")).message).toBe("x");
    expect(explained("x").message).toBe("x");
  });
});
