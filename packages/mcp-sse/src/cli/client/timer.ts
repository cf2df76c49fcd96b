/** Starts a timer; none for a time without an end, of which Node would make 1 ms. */
export function startTimer(expire: () => void, ms: number): NodeJS.Timeout | undefined {
  return ms === Number.POSITIVE_INFINITY ? undefined : setTimeout(expire, ms);
}
