import type { Fields } from "../fields.ts";

/**
 * Stores a line of data, and the event type of the line before it if that was read with it.
 *
 * @param value - where its value starts, which `lf` ends.
 * @param size - of both lines.
 * @param isLast - whether a blank line is next.
 * @param isWhole - whether, if so, it is all the data of its event: that is dispatched, without being stored.
 */
export function storeData(
  fields: Fields,
  text: string,
  value: number,
  lf: number,
  event: string,
  size: number,
  isLast: boolean,
  isWhole: boolean,
): undefined {
  fields.add(size);
  if (event !== "") fields.event(event);
  if (isWhole) fields.emit(text.slice(value, lf));
  // With the LF that another line of data needs between them.
  else fields.data(text.slice(value, isLast ? lf : lf + 1), !isLast);
}
