// When what happens now is over, where there is nothing better than a microtask. On Node: node/turn.ts.

/** Calls back when the current turn is over, so that what came in it leaves together. */
export function afterTurn(work: () => void): void {
  queueMicrotask(work);
}
