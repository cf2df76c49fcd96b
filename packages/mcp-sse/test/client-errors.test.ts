import { ConnectionClosedError } from "@mcp-sse/jsonrpc";
import { SseClientError } from "@mcp-sse/sse-client";
import {
  SseError as SseErrorV2,
  UnauthorizedError as UnauthorizedErrorV2,
} from "@modelcontextprotocol/client";
import { describe, expect, test } from "vitest";
import { brand, SseError, toSendError, toStartError, UnauthorizedError } from "../src/client-errors.ts";

describe("the errors of a client transport", () => {
  test("are those of SDK v2 to its instanceof", () => {
    expect(new SseError(404, "x")).toBeInstanceOf(SseErrorV2);
    expect(new UnauthorizedError()).toBeInstanceOf(UnauthorizedErrorV2);
    expect(brand(new Error("x"), "mcp.UnauthorizedError")).toBeInstanceOf(UnauthorizedErrorV2);
    expect(new SseError(401, "x")).not.toBeInstanceOf(UnauthorizedErrorV2);
  });

  test("show no brand to those who list properties", () => {
    const brands = Symbol.for("mcp.sdk.errorBrands");
    expect(Object.prototype.propertyIsEnumerable.call(new UnauthorizedError(), brands)).toBe(false);
    expect(new UnauthorizedError().message).toBe("Unauthorized");
  });

  test("of start carry the status, and the text of ours where the SDK has none", () => {
    const failure = new SseClientError("ERR_SSE_NO_ENDPOINT", "the stream ended", { status: 200 });
    expect(toStartError(failure)).toMatchObject({
      code: 200,
      message: "SSE error: the stream ended",
      cause: failure,
    });
    const other = new TypeError("bug");
    expect(toStartError(other)).toBe(other);
  });

  test("of send name the status, or that there is no connection", () => {
    const closed = new ConnectionClosedError({ code: "peer" });
    expect(toSendError(closed)).toMatchObject({ code: "ERR_TRANSPORT_NOT_CONNECTED", cause: closed });
    const refused = new SseClientError("ERR_SSE_POST", "no", { status: 413 });
    expect(toSendError(refused)).toMatchObject({ code: "ERR_SSE_POST", status: 413, cause: refused });
    const broken = new SseClientError("ERR_SSE_NETWORK", "broke");
    expect(toSendError(broken)).toBe(broken);
  });
});
