/**
 * The URL to connect to.
 *
 * @throws TypeError for what is no absolute URL. It holds nothing of it, in which a token may be, and neither does
 *   its `cause`: the runtime's own error has all of it.
 */
export function targetOf(url: URL | string): URL {
  if (!URL.canParse(url)) throw new TypeError("url must be absolute, as in http://127.0.0.1:3000/sse");
  return new URL(url);
}
