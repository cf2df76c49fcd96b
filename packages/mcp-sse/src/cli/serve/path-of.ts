/** The path of a request's target, without its query; empty for what is no path. */
export function pathOf(target: string): string {
  const query = target.indexOf("?");
  const path = query === -1 ? target : target.slice(0, query);
  return /^\/(?![/\\])/.test(path) ? path : "";
}
