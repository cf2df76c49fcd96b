// One line to one step of HTML §9.2.6.

import { EventStreamError } from "./errors.ts";
import type { Fields } from "./fields.ts";
import { COLON, DATA, SPACE } from "./grammar.ts";

/**
 * Interprets the line `[at..end)`, which is not blank.
 *
 * @param size - Its size: in bytes, if it came as bytes.
 */
export function interpretLine(
  fields: Fields,
  text: string,
  at: number,
  end: number,
  size: number,
): undefined {
  // The most usual name unit by unit: that costs a third of `startsWith`. What stands behind the end of the
  // line does not look like the rest of a name, because it is a line end or nothing.
  const first = text.charCodeAt(at);
  if (first === DATA && isDataField(text, at)) {
    fields.add(size);
    fields.data(text.slice(valueStart(text, at + 5), end));
  } else if (first === COLON) {
    // "If the line starts with a U+003A COLON character (:): Ignore the line."
    fields.pass(size);
    fields.onComment?.(text.slice(valueStart(text, at + 1), end));
  } else if (text.startsWith("event:", at)) {
    fields.add(size);
    fields.event(text.slice(valueStart(text, at + 6), end));
  } else interpretField(fields, text.slice(at, end), size);
}

/** Tells whether `data:` stands at `at`. */
export function isDataField(text: string, at: number): boolean {
  return (
    text.charCodeAt(at + 1) === 0x61 &&
    text.charCodeAt(at + 2) === 0x74 &&
    text.charCodeAt(at + 3) === 0x61 &&
    text.charCodeAt(at + 4) === COLON
  );
}

/** "If value starts with a U+0020 SPACE character, remove it from value." */
export function valueStart(text: string, at: number): number {
  return text.charCodeAt(at) === SPACE ? at + 1 : at;
}

/** Checks the size of a line that has no end yet, by what of its name has come. */
export function checkUnfinished(fields: Fields, head: string, size: number): undefined {
  // Until the colon comes it may be another name, of a line that counts by itself.
  if (/^(data|event|id):/.test(head)) fields.add(size);
  else fields.pass(size);
}

/** Any other line, and a name without a colon. */
function interpretField(fields: Fields, line: string, size: number): undefined {
  // Before anything else is said of it: cut elsewhere, it would have been refused before its end came.
  fields.pass(size);
  const colon = line.indexOf(":");
  if (colon === -1) {
    if (fields.options.strict) throw new EventStreamError("ERR_SSE_MALFORMED_LINE", "no colon");
    // "using the whole line as the field name, and the empty string as the field value"
    interpretLine(fields, `${line}:`, 0, line.length + 1, size);
    return;
  }
  const value = line.slice(valueStart(line, colon + 1));
  if (line.startsWith("id:")) {
    fields.add(size);
    fields.id(value);
  } else if (line.startsWith("retry:")) fields.retry(value);
  // "Otherwise: The field is ignored."
}
