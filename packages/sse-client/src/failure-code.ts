// What the system or the runtime calls a failure. Unlike its text, that is a word from a list, and no secret:
//
//     TypeError: fetch failed
//       cause: Error: connect ECONNREFUSED 127.0.0.1:3000
//         code: "ECONNREFUSED"

const CODE = /^[A-Z][A-Z0-9_]{2,47}$/;

/** The code of a failure, or of what it wraps, as `fetch` does. */
export function failureCodeOf(failure: unknown): string | undefined {
  let at = failure;
  for (let depth = 0; depth < 4 && at instanceof Error; depth++) {
    if ("code" in at && typeof at.code === "string" && CODE.test(at.code)) return at.code;
    at = at.cause;
  }
  return undefined;
}
