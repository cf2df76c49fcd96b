/**
 * Tells whether two URLs have the same scheme, host and port.
 *
 * Not by `origin`: that of `blob:http://host/` is `http://host`.
 */
export function isSameOrigin(a: URL, b: URL): boolean {
  return a.protocol === b.protocol && a.host === b.host;
}

/**
 * Resolves a URI reference to a URL that may be asked: `http:` or `https:`, no credentials in it, and on the origin of the base
 * if there is one. The fragment, which is never sent, is dropped.
 *
 * @returns `undefined` for what is no such URL.
 */
export function resolveUrl(reference: string, base?: URL): URL | undefined {
  try {
    const url = new URL(reference, base);
    url.hash = "";
    const isPlain = /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
    return isPlain && (base === undefined || isSameOrigin(url, base)) ? url : undefined;
  } catch {
    return undefined;
  }
}
