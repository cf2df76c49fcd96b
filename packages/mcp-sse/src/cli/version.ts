import { readFileSync } from "node:fs";

/** The version of this package, as its manifest states it. */
export function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  return (manifest as { readonly version: string }).version;
}
