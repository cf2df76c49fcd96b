// What the system or the runtime calls a failure. Unlike its text, that is a word from a list, and no secret:
//
//     TypeError: fetch failed
//       cause: Error: connect ECONNREFUSED 127.0.0.1:3000
//         code: "ECONNREFUSED"

const CODE = /^[A-Z][A-Z0-9_]{2,47}$/;

// Nothing was sent where these come from: the name, the way, or the certificate was missing. Not ETIMEDOUT and
// ECONNRESET, which an exchange that is under way meets as well.
const NOT_CONNECTED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_[A-Z]+|E(?:HOST|NET)(?:UNREACH|DOWN)|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|CERT_.+|ERR_TLS_CERT_.+|(?:.+_)?SELF_SIGNED_CERT(?:_.+)?|UNABLE_TO_(?:GET|VERIFY)_.+)$/;

/** The code of a failure, or of what it wraps, as `fetch` does. */
export function failureCodeOf(failure: unknown): string | undefined {
  let at = failure;
  for (let depth = 0; depth < 4 && at instanceof Error; depth++) {
    if ("code" in at && typeof at.code === "string" && CODE.test(at.code)) return at.code;
    at = at.cause;
  }
  return undefined;
}

/** Whether a failure with this code came before anything was sent. */
export function isConnectFailure(code: string | undefined): boolean {
  return code !== undefined && NOT_CONNECTED.test(code);
}
