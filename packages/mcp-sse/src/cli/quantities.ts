// Numbers as people write them: 8000, 4MiB, 30s. What cannot be read is answered with what could be.

const TIMES: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const SIZES: Readonly<Record<string, number>> = {
  "": 1,
  b: 1,
  k: 1024,
  kb: 1000,
  kib: 1024,
  m: 1024 ** 2,
  mb: 1000 ** 2,
  mib: 1024 ** 2,
  g: 1024 ** 3,
  gb: 1000 ** 3,
  gib: 1024 ** 3,
};

/** The longest that a timer holds, in ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A whole number of a range; a string says what would have been one. */
export function parseInteger(text: string, min: number, max: number): number | string {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  return max === Number.MAX_SAFE_INTEGER
    ? `a whole number from ${min}`
    : `a whole number from ${min} to ${max}`;
}

/** Ms of `500ms`, `5s`, `2m`, `1h`, or of a number of seconds; `none` is Infinity. */
export function parseDuration(text: string): number | string {
  if (text === "none") return Number.POSITIVE_INFINITY;
  const [, digits, unit = "s"] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? [];
  const ms = Number(digits) * (TIMES[unit] as number);
  if (ms >= 0 && ms <= MAX_TIMER_MS) return ms;
  return "a time such as 500ms, 5s, 2m or 1h (24 days at most), or none";
}

/** Bytes of `65536`, `64KiB`, `4MiB`, `4mb`. */
export function parseBytes(text: string): number | string {
  const [, digits, unit = ""] = /^(\d+(?:\.\d+)?) ?([a-z]*)$/i.exec(text) ?? [];
  const bytes = Math.floor(Number(digits) * (SIZES[unit.toLowerCase()] ?? Number.NaN));
  return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : "a size such as 65536, 64KiB or 4MiB";
}
