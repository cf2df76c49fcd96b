// What the client uses of a runtime, and what the `fetch` of one does by itself or does not show, whatever it is told.

import { failureText } from "#request";

/** Whether the client makes its own requests with node:http here, and not with `fetch`. */
export const isNodeHttp: boolean =
  failureText(Object.assign(new Error("refused"), { code: "ECONNREFUSED" })) === "could not connect";

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

export const isBrowser: boolean = "document" in globalThis;

/** Whether the `fetch` here sends a request again by itself when a connection that was used before breaks. */
export const sendsAgain: boolean = isBrowser || "Bun" in globalThis || "Deno" in globalThis;

/** A browser shows a page neither that it was redirected, nor where to: its status is 0. */
export const hidesRedirects: boolean = "document" in globalThis;

/** The status that a test sees of an answer. */
export function shownStatus(status: number): number {
  return hidesRedirects && REDIRECTS.includes(status) ? 0 : status;
}
