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
    // First the scheme: the origin of `blob:http://host/` is `http://host`.
    const isPlain = /^https?:$/.test(url.protocol) && url.username + url.password === "";
    return isPlain && url.origin === (base ?? url).origin ? url : undefined;
  } catch {
    return undefined;
  }
}
