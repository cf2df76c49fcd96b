import { verifies } from "@mcp-sse/testkit";
import { describe, expect, test } from "vitest";
import { messageExtra } from "../src/message-extra.ts";

const authInfo = { token: "t", clientId: "c", scopes: [] };

function head() {
  const reads: string[] = [];
  const url = new URL("http://127.0.0.1/messages");
  const headers = new Headers({ "X-Test": "a" });
  const request = {
    method: "POST",
    authInfo,
    get url() {
      reads.push("url");
      return url;
    },
    get headers() {
      reads.push("headers");
      return headers;
    },
  };
  return { reads, request };
}

describe("the extra of a message", () => {
  verifies("sdk.extra", "carries requestInfo, request and authInfo", () => {
    const extra = messageExtra(head().request);
    expect(extra.requestInfo?.headers).toEqual({ "x-test": "a" });
    expect(extra.requestInfo?.url?.pathname).toBe("/messages");
    expect(extra.request?.headers.get("x-test")).toBe("a");
    expect(extra.authInfo).toBe(authInfo);
  });

  test("makes each part once, and headers and URL no sooner than read", () => {
    const { request, reads } = head();
    const extra = messageExtra(request);
    expect(extra.requestInfo).toBe(extra.requestInfo);
    expect(extra.request).toBe(extra.request);
    expect(reads).toEqual([]);
    expect(extra.requestInfo?.headers).toBe(extra.requestInfo?.headers);
    expect(reads).toEqual(["headers"]);
  });

  test("can be copied and written as JSON with all that it holds", () => {
    const { requestInfo } = { ...messageExtra(head().request) };
    expect(JSON.parse(JSON.stringify(requestInfo))).toEqual({
      headers: { "x-test": "a" },
      url: "http://127.0.0.1/messages",
    });
  });
});
