import { expect, test } from "vitest";
import { TransportError } from "../src/errors.ts";

test("a TransportError carries its code, and its cause if there is one", () => {
  const cause = new Error("below");
  const error = new TransportError("ERR_TRANSPORT_NOT_CONNECTED", "Not connected", { cause });
  expect(error).toMatchObject({ name: "TransportError", code: "ERR_TRANSPORT_NOT_CONNECTED", cause });
  expect("cause" in new TransportError("ERR_TRANSPORT_STARTED", "started")).toBe(false);
});
