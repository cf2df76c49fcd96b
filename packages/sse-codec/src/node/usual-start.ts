// How blocks start: most of what a process reads is of one event type, `event: message\ndata: `. To look for
// that as a whole takes half the time of reading two names and a value.

/** So many blocks that start otherwise, and the last of them is how they usually start. */
const PATIENCE = 8;
/** Longer event types are not remembered, in UTF-16 code units. */
const LONG = 64;

let misses = 0;

/** How a block usually starts, up to the value of its first `data` field, and its event type. Empty at first. */
export const usual = { start: "", event: "" };

/** Notes the event type of a block that did not start as usual. */
export function noteUnusual(event: string): undefined {
  if (event === "" || event === usual.event || event.length > LONG || ++misses < PATIENCE) return;
  misses = 0;
  usual.start = `event: ${event}\ndata: `;
  // Reading a rope flattens it: a slice would keep its chunk alive.
  usual.start.charCodeAt(0);
  usual.event = usual.start.slice("event: ".length, -"\ndata: ".length);
}
