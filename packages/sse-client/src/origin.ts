/**
 * Tells whether two URLs have the same scheme, host and port.
 *
 * Not by `origin`: that of `blob:http://host/` is `http://host`.
 */
export function isSameOrigin(a: URL, b: URL): boolean {
  return a.protocol === b.protocol && a.host === b.host;
}

/** Tells the URLs that may be asked: `http:` or `https:`, and no credentials in them. */
export function isPlainHttp(url: URL): boolean {
  return (
    (url.protocol === "http:" || url.protocol === "https:") && url.username === "" && url.password === ""
  );
}

/** Parses a URI reference; `undefined` for what is none. The fragment, which is never sent, is dropped. */
export function parseUrl(reference: string, base?: URL): URL | undefined {
  try {
    const url = new URL(reference, base);
    url.hash = "";
    return url;
  } catch {
    return undefined;
  }
}
