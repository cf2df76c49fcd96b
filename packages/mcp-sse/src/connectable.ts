import type { Connectable } from "./sdk-transport.ts";

/**
 * Checks what a function of the application returned.
 *
 * @throws TypeError that names the function, and says what it returned instead: of a value its kind alone.
 */
export function checkConnectable(
  source: string,
  value: unknown,
  what: "server" | "client",
): asserts value is Connectable {
  if (typeof value === "object" && value !== null) {
    if ("connect" in value && typeof value.connect === "function") return;
    throw new TypeError(`${source} must return a ${what} with connect(), got an object without it`);
  }
  throw new TypeError(
    `${source} must return a ${what} with connect(), got ${value === null ? "null" : typeof value}`,
  );
}
