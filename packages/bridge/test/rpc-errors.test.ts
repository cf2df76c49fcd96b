import { ErrorCode } from "@mcp-sse/jsonrpc";
import { SseClientError } from "@mcp-sse/sse-client";
import { describe, expect, test } from "vitest";
import { BridgeError } from "../src/errors.ts";
import { errorOfEnd, errorOfLate, errorOfLine, errorOfWrite } from "../src/rpc-errors.ts";

describe("what a request is answered with", () => {
  test("tells of a server that exited, with the last of its stderr", () => {
    const stderr = ["1", "2", "3", "4"];
    const cause = new BridgeError("ERR_BRIDGE_EXIT", "exited", {
      exit: { code: 2, signal: undefined },
      stderr,
    });
    expect(errorOfEnd({ code: "peer", cause })).toEqual({
      code: -32000,
      message: "exited; stderr: 2 | 3 | 4",
      data: { exitCode: 2, stderr },
    });
  });

  test("tells of a server that was killed, and said nothing", () => {
    const cause = new BridgeError("ERR_BRIDGE_EXIT", "killed", {
      exit: { code: undefined, signal: "SIGKILL" },
    });
    expect(errorOfEnd({ code: "peer", cause })).toEqual({
      code: -32000,
      message: "killed",
      data: { signal: "SIGKILL" },
    });
  });

  test("tells of a connection that ended, and not of what caused it", () => {
    const error = errorOfEnd({ code: "network", cause: new Error("secret") });
    expect(error).toEqual({ code: -32000, message: "the connection to the server ended: network" });
  });

  test("tells of an answer that nobody waits for any longer", () => {
    expect(errorOfLate()).toEqual({ code: -32000, message: expect.stringContaining("unknown") });
  });

  test("tells of an answer that cannot be handed on", () => {
    const line = { bytes: 9, id: 1, ambiguous: false };
    expect(errorOfLine({ ...line, reason: "too-long" }, 8)).toMatchObject({ code: -32000 });
    expect(errorOfLine({ ...line, reason: "too-long" }, 8).message).toContain("8 (maxLineBytes)");
    expect(errorOfLine({ ...line, reason: "not-a-message" }, 8)).toMatchObject({
      code: ErrorCode.InternalError,
    });
  });

  test("tells of a request that was not sent", () => {
    const error = new SseClientError("ERR_SSE_POST", "the POST was answered 404", { status: 404 });
    expect(errorOfWrite(error)).toEqual({
      code: -32000,
      message: "the POST was answered 404",
      data: { code: "ERR_SSE_POST", status: 404 },
    });
    expect(errorOfWrite(new SseClientError("ERR_SSE_BACKLOG", "x")).message).toContain("too many");
    expect(errorOfWrite("nonsense")).toEqual({
      code: -32000,
      message: "the request could not be sent",
      data: {},
    });
  });
});
