import { verifies } from "@mcp-sse/testkit";
import { describe, expect, test } from "vitest";
import { ErrorCode, RpcError } from "../src/error-object.ts";

describe("ErrorCode", () => {
  verifies("jsonrpc.error.codes", "holds the codes of JSON-RPC and those of the reference", () => {
    expect(ErrorCode).toEqual({
      ParseError: -32700,
      InvalidRequest: -32600,
      MethodNotFound: -32601,
      InvalidParams: -32602,
      InternalError: -32603,
      ServerOverloaded: -32000,
      Unknown: -32001,
      ServerClosing: -32002,
      ClientClosing: -32003,
    });
  });
});

describe("RpcError", () => {
  test("is an error with a stable code and the code of the wire", () => {
    const error = new RpcError(ErrorCode.MethodNotFound, "no such method");
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: "RpcError",
      code: "ERR_RPC",
      rpcCode: -32601,
      message: "no such method",
    });
    expect(error.data).toBeUndefined();
  });

  test("makes an error object without data when it has none", () => {
    expect(new RpcError(-32603, "failed").toErrorObject()).toStrictEqual({ code: -32603, message: "failed" });
  });

  test.each([null, 0, "", { why: "x" }])("makes an error object with data %j", (data) => {
    expect(new RpcError(1, "", data).toErrorObject()).toStrictEqual({ code: 1, message: "", data });
  });
});
