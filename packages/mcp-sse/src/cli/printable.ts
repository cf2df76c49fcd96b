// What a server says, where a person reads it: without the characters that move cursors, set titles, or turn
// the direction of what follows.

/** Control characters but line break and tab; and those that make text read otherwise than it is (bidi overrides). */
const HIDDEN = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;

/** The text with what a terminal would act on shown instead; line breaks and tabs stay. */
export function printable(text: string): string {
  return text.replace(HIDDEN, (character) => {
    if (character === "\r") return "";
    const code = character.charCodeAt(0);
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : escaped(code);
  });
}

/** As one line, cut to a length. */
export function oneLine(text: string, length: number): string {
  const line = printable(text).replace(/\s+/g, " ").trim();
  if (line.length <= length) return line;
  if (length <= 0) return "";
  // No half of a surrogate pair.
  const cut = line.slice(0, length - 1).replace(/[\ud800-\udbff]$/, "");
  return `${cut}…`;
}

/** As JSON for programs that a person may look at, too: the same value, with each such character escaped. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value ?? null, null, 2);
  return text.replace(HIDDEN, (character) => escaped(character.charCodeAt(0)));
}

function escaped(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}
