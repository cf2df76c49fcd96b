import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as web from "../src/mac.ts";
import * as node from "../src/node/mac.ts";

describe.each([
  ["Web Crypto", web],
  ["Node", node],
])("createMac of %s", (_name, { createMac, MAC_LENGTH }) => {
  test.each(["a secret", new TextEncoder().encode("a secret")])(
    "is HMAC-SHA-256, cut to 144 bits",
    async (secret) => {
      const text = "text é \u{1f980}";
      const expected = createHmac("sha256", "a secret").update(text).digest("base64url").slice(0, 24);
      expect(await createMac(secret).of(text)).toBe(expected);
      expect(MAC_LENGTH).toBe(24);
    },
  );
});
