import { failureCodeOf } from "../failure-code.ts";

// Nothing was sent where these come from: the name, the way, or the certificate was missing. Not ETIMEDOUT and
// ECONNRESET, which an exchange that is under way meets as well.
const NOT_CONNECTED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_[A-Z]+|E(?:HOST|NET)(?:UNREACH|DOWN)|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|CERT_.+|ERR_TLS_CERT_.+|(?:.+_)?SELF_SIGNED_CERT(?:_.+)?|UNABLE_TO_(?:GET|VERIFY)_.+)$/;

/** See `src/fetch/request.ts`. */
export function failureText(failure: unknown): string {
  return isConnectFailure(failureCodeOf(failure)) ? "could not connect" : "the request broke";
}

/** Whether a failure with this code came before anything was sent. */
export function isConnectFailure(code: string | undefined): boolean {
  return code !== undefined && NOT_CONNECTED.test(code);
}
