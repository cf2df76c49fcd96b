// Peers that are commands of npm packages come by npx, so that nobody who only tests installs them.

import versions from "../peers.json" with { type: "json" };

/** The command line of a peer's own command, at the version that the matrix speaks of. */
export function npx(name: keyof typeof versions, ...args: readonly string[]): [string, string[]] {
  return ["npx", ["--yes", `${name}@${versions[name]}`, ...args]];
}
