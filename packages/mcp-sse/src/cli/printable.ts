// What a server says, where a person reads it: without the control characters that move cursors and set titles.

/** The text with what a terminal would act on shown instead; line breaks and tabs stay. */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, (character) => {
    if (character === "\r") return "";
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
  });
}

/** As one line, cut to a length. */
export function oneLine(text: string, length: number): string {
  const line = printable(text).replace(/\s+/g, " ").trim();
  return line.length <= length ? line : `${line.slice(0, Math.max(0, length - 1))}…`;
}
