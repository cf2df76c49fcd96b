// What is measured is what is in dist/, and it must not be of yesterday.

import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const packages = join(import.meta.dirname, "../../packages");

/** @throws Error if a source of a public package is newer than the last time that it was bundled. */
export function refuseStale(): void {
  for (const name of readdirSync(packages)) {
    if (name === "testkit") continue;
    const bundled = statSync(join(packages, name, "dist/index.js"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const src = join(packages, name, "src");
    const newer = readdirSync(src, { recursive: true, encoding: "utf8" }).find(
      (file) => file.endsWith(".ts") && statSync(join(src, file)).mtimeMs > bundled,
    );
    if (newer !== undefined) throw new Error(`${name}/${newer} is newer than what is built: run pnpm build`);
  }
}
