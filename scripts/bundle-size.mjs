// What each entry costs a program that bundles it whole: minified by esbuild and gzipped, our own dependencies
// included. Fails when a budget of bundle-budgets.json is passed, and when a README states another size.
//
//     node scripts/bundle-size.mjs             after `pnpm build`: checks
//     node scripts/bundle-size.mjs --write     writes the "Size" part of each package's README

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { entriesOf, publicPackages, readJson, root } from "./workspace.mjs";

const BEGIN = "<!-- bundle-size: written by `pnpm check:size --write` -->";
const END = "<!-- /bundle-size -->";

/** @type {Record<string, Record<string, number>>} bytes, by entry and by the condition it is bundled for */
const budgets = readJson(join(root, "scripts/bundle-budgets.json"));
const { values } = parseArgs({ options: { write: { type: "boolean", default: false } } });
const faults = [];

for (const { dir, manifest } of publicPackages) {
  /** @type {{ entry: string, platform: string, bytes: number }[]} */
  const sizes = [];
  for (const entry of entriesOf(manifest)) {
    if (budgets[entry] === undefined) faults.push(`${entry} has no budget`);
    for (const [platform, budget] of Object.entries(budgets[entry] ?? {})) {
      const bytes = await bundledSize(dir, entry, platform).catch((error) => {
        // Most likely a core entry that reaches for node:*, which has no place in this bundle.
        faults.push(`${entry} (${platform}) does not bundle: ${error.message}`);
        return 0;
      });
      sizes.push({ entry, platform, bytes });
      const percent = Math.round((100 * bytes) / budget);
      console.log(
        `${entry.padEnd(26)} ${platform.padEnd(8)} ${String(bytes).padStart(6)} B ${percent}% of ${budget}`,
      );
      if (bytes > budget)
        faults.push(`${entry} (${platform}) is ${bytes - budget} B over its budget of ${budget} B`);
    }
  }
  const readme = join(dir, "README.md");
  const stated = existsSync(readme) ? readFileSync(readme, "utf8") : "";
  const actual = withSizes(stated, sizes);
  if (actual === undefined) faults.push(`${manifest.name}: README.md has no part "## Size"`);
  else if (actual === stated) continue;
  else if (values.write) writeFileSync(readme, actual);
  else faults.push(`${manifest.name}: README.md states other sizes: run \`pnpm check:size --write\``);
}

for (const fault of faults) console.error(`FAULT ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;

/**
 * @param {string} dir the package's folder, where it resolves itself by name
 * @param {string} entry
 * @param {string} platform the condition that picks the branch of `imports`
 * @returns {Promise<number>} bytes, minified and gzipped
 */
async function bundledSize(dir, entry, platform) {
  const { outputFiles, warnings } = await build({
    stdin: { contents: `export * from "${entry}"`, resolveDir: dir },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    platform: platform === "node" ? "node" : platform === "browser" ? "browser" : "neutral",
    // None at all where none is asked for: esbuild then takes "module" as well, as programs have it.
    ...(platform !== "node" && platform !== "browser" && { conditions: [platform] }),
    // What a program may have installed, and loads only when it uses it.
    external: ["@modelcontextprotocol/*"],
    legalComments: "none",
    write: false,
    logLevel: "silent",
  });
  for (const { text } of warnings) faults.push(`${entry} (${platform}): ${text}`);
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
}

/**
 * @param {string} readme
 * @param {readonly { entry: string, platform: string, bytes: number }[]} sizes
 * @returns {string | undefined} the README with these sizes in its "Size" part; undefined if it has none
 */
function withSizes(readme, sizes) {
  const rows = sizes.map(({ entry, platform, bytes }) => `| \`${entry}\` | ${platform} | ${kB(bytes)} |`);
  const table = ["| entry | bundled for | min + gzip |", "| --- | --- | ---: |", ...rows].join("\n");
  const block = `${BEGIN}\n\n${table}\n\n${END}`;
  const from = readme.indexOf(BEGIN);
  const to = readme.indexOf(END);
  if (from >= 0 && to > from) return readme.slice(0, from) + block + readme.slice(to + END.length);
  // Without markers the heading's whole part is ours, up to the next heading.
  const part = /^## Size\n[\s\S]*?(?=^## |(?![\s\S]))/m;
  return part.test(readme)
    ? `${readme.replace(part, () => `## Size\n\n${block}\n\n`).trimEnd()}\n`
    : undefined;
}

/** @param {number} bytes */
function kB(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
