// Makes the next release in a copy of the repository, without publishing it: versions and changelogs as
// `changeset version` writes them, checked.
//
//     node scripts/rehearse-release.mjs

import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "./run.mjs";
import { publicPackages, readJson, root } from "./workspace.mjs";

const scratch = mkdtempSync(join(tmpdir(), "mcp-sse-release-"));
try {
  const copy = join(scratch, "repository");
  await must("git", ["clone", "--quiet", root, copy], root);
  // As the tree is now, committed or not.
  cpSync(join(root, ".changeset"), join(copy, ".changeset"), { recursive: true });
  const announced = packagesInChangesets(join(copy, ".changeset"));
  await must(join(root, "node_modules/.bin/changeset"), ["version"], copy);

  const faults = [];
  const left = packagesInChangesets(join(copy, ".changeset"));
  if (left.size > 0) faults.push(`changesets are left for ${[...left].join(", ")}`);
  for (const { folder, manifest } of publicPackages) {
    const dir = join(copy, "packages", folder);
    const { version } = readJson(join(dir, "package.json"));
    console.log(`${manifest.name} ${manifest.version} -> ${version}`);
    if (!announced.has(manifest.name)) continue;
    if (version === manifest.version) faults.push(`${manifest.name} has a changeset and keeps its version`);
    const changelog = join(dir, "CHANGELOG.md");
    if (!existsSync(changelog) || !readFileSync(changelog, "utf8").includes(`## ${version}`))
      faults.push(`${manifest.name} has no entry for ${version} in its changelog`);
  }
  for (const fault of faults) console.error(`FAULT ${fault}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** @param {string} dir */
function packagesInChangesets(dir) {
  const texts = readdirSync(dir)
    .filter((file) => file.endsWith(".md") && file !== "README.md")
    .map((file) => readFileSync(join(dir, file), "utf8"));
  return new Set(texts.flatMap((text) => [...text.matchAll(/^"(.+)": \w+$/gm)].map(([, name]) => name)));
}

/** @param {string} command @param {readonly string[]} args @param {string} cwd */
async function must(command, args, cwd) {
  const { status, output } = await run(command, args, { cwd });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} exits ${status}\n${output}`);
}
