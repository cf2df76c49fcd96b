// Terminals of HTML §9.2.5 "Parsing an event stream".
// https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream

/** `end-of-line = ( cr lf / cr / lf )` */
export const LINE_ENDING: RegExp = /\r\n|\r|\n/g;
/** `lf = %x000A` */
export const LF = 0x0a;
/** `cr = %x000D` */
export const CR = 0x0d;
/** `space = %x0020` */
export const SPACE = 0x20;
/** `colon = %x003A` */
export const COLON = 0x3a;
/** `bom = %xFEFF` */
export const BOM = 0xfeff;
/** The same in UTF-8. */
export const BOM_BYTES: Uint8Array = Uint8Array.of(0xef, 0xbb, 0xbf);

// How the names of §9.2.6 start: no two start alike.

/** The `d` of `data`, which is the field that most lines are. */
export const DATA = 0x64;
/** The `e` of `event`. */
export const EVENT = 0x65;
/** The `i` of `id`. */
export const ID = 0x69;
