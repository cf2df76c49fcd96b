import { describe, expect, test } from "vitest";
import { encodeRequest, type RawRequest } from "../../../src/node/http/raw-request.ts";

describe("encodeRequest", () => {
  test.each<[what: string, request: RawRequest, bytes: string]>([
    ["adds Host alone", { target: "/x" }, "GET /x HTTP/1.1\r\nHost: h:1\r\n\r\n"],
    [
      "keeps its own Hosts, both",
      {
        target: "//y",
        headers: [
          ["Host", "a"],
          ["host", "b"],
        ],
      },
      "GET //y HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n",
    ],
    ["adds nothing to HTTP/1.0", { target: "/", version: "1.0" }, "GET / HTTP/1.0\r\n\r\n"],
    [
      "declares a body",
      { method: "POST", target: "/", body: "é" },
      "POST / HTTP/1.1\r\nHost: h:1\r\nContent-Length: 2\r\n\r\n\xc3\xa9",
    ],
    [
      "keeps a wrong length",
      { method: "POST", target: "/", body: "hi", headers: [["Content-Length", "9"]] },
      "POST / HTTP/1.1\r\nHost: h:1\r\nContent-Length: 9\r\n\r\nhi",
    ],
    [
      "sends a body in chunks",
      { method: "POST", target: "/", body: "abc", chunkSize: 2 },
      "POST / HTTP/1.1\r\nHost: h:1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n",
    ],
  ])("%s", (_what, request, bytes) => {
    expect(encodeRequest(request, "h:1").toString("latin1")).toBe(bytes);
  });
});
