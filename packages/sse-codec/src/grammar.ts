// Terminals of HTML §9.2.5 "Parsing an event stream".
// https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream

/** `end-of-line = ( cr lf / cr / lf )` */
export const LINE_ENDING: RegExp = /\r\n|\r|\n/;
