// One line to one step of HTML §9.2.6.
//
// A line is a range of a chunk, and a chunk comes as bytes, as text, or as both with equal offsets
// (ASCII). Codes are read from the bytes where there are any, at a fraction of the cost of
// `charCodeAt`; values are cut from the text where there is any, which copies nothing.

import { decode } from "#text";
import type { Fields } from "./fields.ts";
import { COLON, SPACE } from "./grammar.ts";

/** A chunk's bytes, if it has come as bytes. */
export type Bytes = Uint8Array | undefined;
/** A chunk's text, if it has come as text, or its bytes are ASCII. */
export type Text = string | undefined;

/** Reads a byte or a UTF-16 unit. The characters that the format speaks of are the same in both. */
export function codeAt(bytes: Bytes, text: Text, at: number): number | undefined {
  return bytes === undefined ? text?.charCodeAt(at) : bytes[at];
}

/** Interprets the line `[at..end)`, which is not blank. */
export function interpretLine(fields: Fields, bytes: Bytes, text: Text, at: number, end: number): undefined {
  const name = fieldName(bytes, text, at, end);
  if (addsUp(name)) fields.add(end - at);
  else fields.pass(end - at);
  if (name === undefined) {
    // "Otherwise: The field is ignored."
    if (fields.strict && !hasColon(bytes, text, at, end)) fields.refuseLine();
    return;
  }

  let start = at + name.length;
  // "Process the field using … the whole line as the field name, and the empty string as the field
  // value."
  if (start === end) {
    if (fields.strict) fields.refuseLine();
  }
  // "If value starts with a U+0020 SPACE character, remove it from value."
  else if (++start < end && codeAt(bytes, text, start) === SPACE) start++;

  switch (name) {
    case "data":
      fields.data(slice(bytes, text, start, end));
      return;
    case "event":
      fields.event(slice(bytes, text, start, end));
      return;
    case "id":
      fields.id(slice(bytes, text, start, end));
      return;
    case "retry":
      fields.retry(slice(bytes, text, start, end));
      return;
    case "":
      // "If the line starts with a U+003A COLON character (:): Ignore the line."
      if (fields.observesComments) fields.comment(slice(bytes, text, start, end));
      return;
  }
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
  if (addsUp(name) && name.length < end) fields.add(size);
  else fields.pass(size);
}

type FieldName = "data" | "event" | "id" | "retry" | "";

/** The name of the field at `at`: `""` is a comment, `undefined` a field that is ignored. */
function fieldName(bytes: Bytes, text: Text, at: number, end: number): FieldName | undefined {
  let name: FieldName;
  switch (codeAt(bytes, text, at)) {
    case 0x64:
      name = "data";
      break;
    case 0x65:
      name = "event";
      break;
    case 0x69:
      name = "id";
      break;
    case 0x72:
      name = "retry";
      break;
    case COLON:
      return "";
    default:
      return undefined;
  }
  const colon = at + name.length;
  if (colon > end || (colon < end && codeAt(bytes, text, colon) !== COLON)) return undefined;
  for (let index = 1; index < name.length; index++) {
    if (codeAt(bytes, text, at + index) !== name.charCodeAt(index)) return undefined;
  }
  return name;
}

/** Whether a line counts towards the size of its event, because its value is kept until dispatch. */
function addsUp(name: FieldName | undefined): name is "data" | "event" | "id" {
  return name === "data" || name === "event" || name === "id";
}

function hasColon(bytes: Bytes, text: Text, at: number, end: number): boolean {
  for (; at < end; at++) if (codeAt(bytes, text, at) === COLON) return true;
  return false;
}

function slice(bytes: Bytes, text: Text, start: number, end: number): string {
  if (text !== undefined) return text.slice(start, end);
  return bytes === undefined || start === end ? "" : decode(bytes, start, end);
}
