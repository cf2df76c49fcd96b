// Where in an endpoint the session ID is, without knowing how a server writes it.

import type { WireLog } from "./wire-log.ts";

/** Hides what of an endpoint may be a session ID. */
export function hideIds(endpoint: string, base: URL, wire: WireLog): void {
  if (!URL.canParse(endpoint, base.href)) return;
  const { pathname, searchParams } = new URL(endpoint, base);
  const values = [...searchParams.values()];
  for (const value of values.length > 0 ? values : pathname.split("/").slice(-1)) {
    wire.hide(value, "{session}");
    wire.hide(encodeURIComponent(value), "{session}");
  }
}

/** The values of query and path in which two endpoints differ: of the first, by where they stand. */
export function idsOf(endpoint: URL, other: URL): { query: readonly string[]; path: readonly number[] } {
  const query = [...endpoint.searchParams.keys()].filter(
    (name) => endpoint.searchParams.get(name) !== other.searchParams.get(name),
  );
  const others = other.pathname.split("/");
  const path = endpoint.pathname.split("/").flatMap((segment, at) => (segment === others[at] ? [] : [at]));
  return { query, path };
}

/** The endpoint with an ID of the same shape that no server has given out. */
export function withUnknownId(endpoint: URL, other: URL): string {
  const { query, path } = idsOf(endpoint, other);
  const changed = new URL(endpoint);
  for (const name of query) changed.searchParams.set(name, rotated(endpoint.searchParams.get(name) ?? ""));
  changed.pathname = endpoint.pathname
    .split("/")
    .map((segment, at) => (path.includes(at) ? rotated(segment) : segment))
    .join("/");
  return changed.pathname + changed.search;
}

/** How many bits of an ID can be seen to differ from session to session: a lower bound, by its characters. */
export function varyingBits(ids: readonly string[]): number {
  const [first = ""] = ids;
  let alphabet = 0;
  const all = ids.join("");
  if (/^[0-9a-f._-]*$/i.test(all)) alphabet = 16;
  else if (/^[0-9a-z._-]*$/.test(all) || /^[0-9A-Z._-]*$/.test(all)) alphabet = 32;
  else alphabet = 64;
  const varying = first.split("").filter((character, at) => ids.some((id) => id[at] !== character)).length;
  return Math.floor(varying * Math.log2(alphabet));
}

/** Every letter and digit becomes another of its kind. */
function rotated(id: string): string {
  const isHex = /^[0-9a-f-]+$/i.test(id);
  return id.replace(/[0-9a-z]/gi, (character) => {
    if (/\d/.test(character)) return String((Number(character) + 5) % 10);
    const base = character < "a" ? 65 : 97;
    return String.fromCharCode(base + ((character.charCodeAt(0) - base + 3) % (isHex ? 6 : 26)));
  });
}
