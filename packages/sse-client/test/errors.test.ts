import { describe, expect, test } from "vitest";
import { networkError, SseClientError } from "../src/errors.ts";

describe("SseClientError", () => {
  test("has a name, a code, a status where there is one, and a cause where there is one", () => {
    const plain = new SseClientError("ERR_SSE_NO_ENDPOINT", "no endpoint");
    expect(plain).toBeInstanceOf(Error);
    expect(plain).toMatchObject({
      name: "SseClientError",
      code: "ERR_SSE_NO_ENDPOINT",
      message: "no endpoint",
    });
    expect(plain.status).toBeUndefined();
    expect("cause" in plain).toBe(false);
    expect(new SseClientError("ERR_SSE_POST", "refused", { status: 404 }).status).toBe(404);
  });

  test("keeps what the runtime said as its cause", () => {
    const cause = new Error("secret");
    const message = "not reached";
    expect(networkError(message, cause)).toMatchObject({ code: "ERR_SSE_NETWORK", message, cause });
  });

  test("has the code of what the runtime said in its text", () => {
    const cause = Object.assign(new Error("secret"), { code: "ECONNRESET" });
    expect(networkError("it broke", cause).message).toBe("it broke (ECONNRESET)");
  });
});
