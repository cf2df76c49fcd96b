import buffer from "node:buffer";
import { expect, test } from "vitest";
import { bufferModule } from "../../src/node/buffer-module.ts";

test("the module of buffers is what an import of node:buffer gives, each time", () => {
  expect(bufferModule().isAscii).toBe(buffer.isAscii);
  expect(bufferModule()).toBe(bufferModule());
});
