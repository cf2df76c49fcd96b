/**
 * Calls a callback of the application.
 *
 * @param onFailure - told what it throws; what it rejects with, too, since it may well be asynchronous.
 */
export function guard(callback: () => unknown, onFailure: (error: unknown) => void): void {
  try {
    const result = callback();
    if (result instanceof Promise) result.catch(onFailure);
  } catch (error) {
    onFailure(error);
  }
}
