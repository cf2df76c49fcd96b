/** Whether two texts are the same, in time that does not depend on where they differ. */
export function isEqual(left: string, right: string): boolean {
  if (left.length !== right.length) return false;
  let difference = 0;
  for (let at = 0; at < left.length; at++) difference |= left.charCodeAt(at) ^ right.charCodeAt(at);
  return difference === 0;
}
