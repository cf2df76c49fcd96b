// Message authentication by Node's own crypto: at once, and at a fifth of the cost of Web Crypto.

import type { Mac } from "../mac.ts";

/** Length of a mac, in characters. */
export const MAC_LENGTH = 24;

/** Makes the macs of a secret. */
export function createMac(secret: string | Uint8Array): Mac {
  // Loaded by those who use it: it brings OpenSSL along, and most servers have no secret.
  const { createHmac, createSecretKey } = process.getBuiltinModule("node:crypto");
  const key = createSecretKey(typeof secret === "string" ? Buffer.from(secret) : secret);
  return {
    of: (text) => createHmac("sha256", key).update(text).digest("base64url").slice(0, MAC_LENGTH),
  };
}
