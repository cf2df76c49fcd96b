import zlib from "node:zlib";
import { describe, expect, test } from "vitest";
import { createDecoders } from "../../src/node/content-encoding.ts";

describe("createDecoders", () => {
  test.each([undefined, "", "identity", " Identity , "])("needs none for %j", (value) => {
    expect(createDecoders(value)).toEqual([]);
  });

  test.each(["gzip", "x-gzip", "GZIP", "deflate", "br"])("makes one for %s", (value) => {
    expect(createDecoders(value)).toHaveLength(1);
  });

  test("undoes the last coding first", () => {
    const [first, second] = createDecoders("gzip, br");
    expect(first).toBeInstanceOf(zlib.createBrotliDecompress().constructor);
    expect(second).toBeInstanceOf(zlib.createGunzip().constructor);
  });

  test.each(["zstd", "compress", "gzip, zstd", "aes128gcm", Array(20).fill("gzip").join(",")])(
    "refuses %s",
    (value) => {
      expect(() => createDecoders(value)).toThrow(
        expect.objectContaining({ name: "SseClientError", code: "ERR_SSE_CONTENT_TYPE" }),
      );
    },
  );
});
