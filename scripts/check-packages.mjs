// Proves that what would be published works for those who install it: every public package is packed, its
// tarball linted (publint, attw) and inspected, and all of them are installed into an empty project, which
// imports, requires and type-checks every entry. Nothing here asks a registry.
//
//     node scripts/check-packages.mjs          after `pnpm build`

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { faultsOfConsumer } from "./packed-consumer.mjs";
import { faultsOfTarball } from "./packed-tarball.mjs";
import { run } from "./run.mjs";
import { publicPackages, readJson, root } from "./workspace.mjs";

/**
 * @typedef {object} Packed
 * @property {string} name
 * @property {string} tarball path of the .tgz
 * @property {string} dir path of what the tarball holds, unpacked
 * @property {import("./workspace.mjs").Manifest} manifest as in the tarball
 */

const scratch = mkdtempSync(join(tmpdir(), "mcp-sse-packages-"));
try {
  const packed = await Promise.all(publicPackages.map(({ dir }) => pack(dir)));
  const faults = [];
  for (const one of packed) {
    faults.push(...(await lint(one)), ...faultsOfTarball(one));
    console.log(`packed ${one.name} ${one.manifest.version}`);
  }
  faults.push(...(await faultsOfConsumer(packed, join(scratch, "consumer"))));

  for (const fault of faults) console.error(`FAULT ${fault}`);
  console.log(`${packed.length} packages, ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/**
 * @param {string} dir
 * @returns {Promise<Packed>}
 */
async function pack(dir) {
  const to = join(scratch, basename(dir));
  mkdirSync(to);
  const { status, stdout, output } = await run("pnpm", ["pack", "--json", "--pack-destination", to], {
    cwd: dir,
  });
  if (status !== 0) throw new Error(`pnpm pack fails in ${dir}\n${output}`);
  const { name, filename } = JSON.parse(stdout.slice(stdout.indexOf("{")));
  const unpacked = await run("tar", ["-xzf", filename, "-C", to]);
  if (unpacked.status !== 0) throw new Error(unpacked.output);
  return {
    name,
    tarball: filename,
    dir: join(to, "package"),
    manifest: readJson(join(to, "package/package.json")),
  };
}

/**
 * @param {Packed} packed
 * @returns {Promise<string[]>}
 */
async function lint({ name, tarball }) {
  const bin = join(root, "node_modules/.bin");
  const linters = [
    ["publint", "run", "--strict", tarball],
    ["attw", tarball, "--profile", "esm-only", "--format", "ascii", "--no-emoji"],
  ];
  const results = await Promise.all(
    linters.map(async ([command = "", ...args]) => ({ command, ...(await run(join(bin, command), args)) })),
  );
  return results.flatMap(({ command, status, output }) =>
    status === 0 ? [] : [`${name}: ${command} exits ${status}\n${output}`],
  );
}
