// What the system or the runtime calls a failure. Unlike its text, that is a word from a list, and no secret:
//
//     TypeError: fetch failed
//       cause: Error: connect ECONNREFUSED 127.0.0.1:3000
//         code: "ECONNREFUSED"

const CODE = /^[A-Z][A-Z0-9_]{2,47}$/;

/** A failure and what it wraps, as `fetch` does: as far as that is of use, for an error may wrap itself. */
function errorsOf(failure: unknown): Error[] {
  const errors: Error[] = [];
  for (let at = failure; errors.length < 4 && at instanceof Error; at = at.cause) errors.push(at);
  return errors;
}

/** The code of a failure, or of what it wraps. */
export function failureCodeOf(failure: unknown): string | undefined {
  return errorsOf(failure)
    .map(({ code }: Error & { code?: unknown }) => code)
    .find((code): code is string => typeof code === "string" && CODE.test(code));
}

/** Adds its code to the text of a failure: of its own words, the only one that is no secret. */
export function withCode(text: string, failure: unknown): string {
  const code = failureCodeOf(failure);
  return code ? `${text} (${code})` : text;
}

/** Tells whether a failure, or what it wraps, has a text in what it says: its message, or a property like `path`. */
export function isQuoted(text: string, failure: unknown): boolean {
  return errorsOf(failure)
    .flatMap((error) => [error.message, ...Object.values(error)])
    .some((value) => typeof value === "string" && value.includes(text));
}
