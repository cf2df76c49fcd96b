// One line to one step of HTML §9.2.6.
//
// A line is a range of a chunk, and a chunk comes as bytes, as text, or as both with equal offsets
// (ASCII). Codes are read from the bytes where there are any, at a fraction of the cost of
// `charCodeAt`; values are cut from the text where there is any, which copies nothing.

import { decode } from "#text";
import { EventStreamError } from "./errors.ts";
import type { Fields } from "./fields.ts";
import { COLON, DATA, EVENT, ID, RETRY, SPACE } from "./grammar.ts";

/** A chunk's bytes, if it has come as bytes. */
export type Bytes = Uint8Array | undefined;
/** A chunk's text, if it has come as text, or its bytes are ASCII. */
export type Text = string | undefined;

/** A name of §9.2.6; `""` stands for a comment. */
export type FieldName = "data" | "event" | "id" | "retry" | "";

/** Reads a byte or a UTF-16 unit. The characters that the format speaks of are the same in both. */
export function codeAt(bytes: Bytes, text: Text, at: number): number | undefined {
  return bytes === undefined ? text?.charCodeAt(at) : bytes[at];
}

/** Interprets the line `[at..end)`, which is not blank. */
export function interpretLine(fields: Fields, bytes: Bytes, text: Text, at: number, end: number): undefined {
  const name = fieldName(bytes, text, at, end);
  check(fields, name, end - at);
  if (fields.options.strict && !slice(bytes, text, at, end).includes(":")) {
    throw new EventStreamError("ERR_SSE_MALFORMED_LINE", "a line has no colon");
  }
  // "If the line starts with a U+003A COLON character (:): Ignore the line." … "Otherwise: The field is
  // ignored."
  if (name === undefined || (name === "" && !fields.options.onComment)) return;

  // "Collect the characters on the line after the first U+003A COLON character (:) … If value starts
  // with a U+0020 SPACE character, remove it from value." Without a colon nothing is left: "the empty
  // string as the field value".
  let start = at + name.length + 1;
  if (start < end && codeAt(bytes, text, start) === SPACE) start++;
  fields.process(name, slice(bytes, text, start, end));
}

/** Checks the size of a line that has no end yet, by what of its name has come. */
export function checkUnfinished(
  fields: Fields,
  bytes: Bytes,
  text: Text,
  end: number,
  size: number,
): undefined {
  if (size <= fields.room) return;
  const name = fieldName(bytes, text, 0, end);
  // Until the colon comes it may be another name, of a line that counts by itself.
  check(fields, name?.length === end ? undefined : name, size);
}

/** Lines whose values are kept until dispatch add up, any other counts by itself. */
function check(fields: Fields, name: FieldName | undefined, size: number): undefined {
  if (name && name !== "retry") fields.add(size);
  else fields.pass(size);
}

/** The name of the field at `at`: `""` of a comment, `undefined` of a field that is ignored. */
function fieldName(bytes: Bytes, text: Text, at: number, end: number): FieldName | undefined {
  const first = codeAt(bytes, text, at);
  if (first === COLON) return "";
  const name =
    first === DATA
      ? "data"
      : first === EVENT
        ? "event"
        : first === ID
          ? "id"
          : first === RETRY
            ? "retry"
            : undefined;
  if (name === undefined) return undefined;
  // What stands behind the end is not of this line.
  const colon = at + name.length;
  if (colon > end || (colon < end && codeAt(bytes, text, colon) !== COLON)) return undefined;
  for (let index = 1; index < name.length; index++) {
    if (codeAt(bytes, text, at + index) !== name.charCodeAt(index)) return undefined;
  }
  return name;
}

function slice(bytes: Bytes, text: Text, start: number, end: number): string {
  if (text !== undefined) return text.slice(start, end);
  return bytes === undefined || start >= end ? "" : decode(bytes, start, end);
}
