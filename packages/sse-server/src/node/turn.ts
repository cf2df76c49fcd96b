// When what happens now is over: every socket that had something has been read.

/** Calls back when the current turn is over, so that what came in it leaves together. */
export function afterTurn(work: () => void): void {
  // A microtask comes after each request, not after all that came.
  setImmediate(work);
}
