// Message authentication by Web Crypto, where there is nothing else: it takes a turn. On Node: node/mac.ts.

/** Authenticates texts with one secret. */
export interface Mac {
  /** HMAC-SHA-256 of a text: the first 144 bits, as base64url. */
  of(text: string): string | Promise<string>;
}

/** Length of a mac, in characters. */
export const MAC_LENGTH = 24;

const MAC_BYTES = 18;

/** Makes the macs of a secret. */
export function createMac(secret: string | Uint8Array): Mac {
  const encoder = new TextEncoder();
  const bytes = typeof secret === "string" ? encoder.encode(secret) : new Uint8Array(secret);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  let key: Promise<CryptoKey> | undefined;
  return {
    async of(text) {
      key ??= crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
      const mac = await crypto.subtle.sign("HMAC", await key, encoder.encode(text));
      return toBase64Url(new Uint8Array(mac, 0, MAC_BYTES));
    },
  };
}

// 18 bytes are a multiple of 3: no padding.
function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
