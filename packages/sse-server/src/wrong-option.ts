// The caller's mistakes: the text that names the option, the rule and the value.
//
//     RangeError: maxSessions must be a number greater than 0, got 0
//     TypeError:  allowedHosts must be an array of hosts, or "any", got "example.com"

/** The error for a value of the right kind that makes no sense. */
export function wrong(name: string, value: unknown, rule: string): RangeError {
  return new RangeError(`${name} must be ${rule}, got ${show(value)}`);
}

/** The error for a value of another kind. */
export function wrongKind(name: string, value: unknown, rule: string): TypeError {
  return new TypeError(`${name} must be ${rule}, got ${show(value)}`);
}

/** What a value is, and nothing that it holds. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

// An object's own text is whatever it likes, or a throw.
function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  const kind = kindOf(value);
  return kind === "object" || kind === "array"
    ? `an ${kind}`
    : kind === "function"
      ? "a function"
      : String(value);
}
