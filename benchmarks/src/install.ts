// What `npm install` of each brings into an empty folder: how many packages, and how much they hold.
//
//     node benchmarks/dist/install.js      npm must reach its registry; ours are packed from what is built

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { record } from "./record.ts";

const root = join(import.meta.dirname, "../..");
const catalog = readFileSync(join(root, "pnpm-workspace.yaml"), "utf8");
const OURS = ["sse-codec", "jsonrpc", "sse-client", "sse-server", "bridge", "mcp-sse"];
const THEIRS = [
  "@modelcontextprotocol/sdk",
  "@modelcontextprotocol/server-legacy",
  "@modelcontextprotocol/client",
  "mcp-proxy",
  "supergateway",
];
/** npm writes its own notes beside the packages. */
const NOTES = ".package-lock.json";

const work = mkdtempSync(join(tmpdir(), "mcp-sse-install-"));
try {
  const tarballs = new Map(OURS.map((name) => [name, packed(name)]));
  count("mcp-sse", [...tarballs.values()]);
  count(
    "@mcp-sse/sse-client",
    ["sse-codec", "jsonrpc", "sse-client"].flatMap((name) => tarballs.get(name) ?? []),
  );
  count(
    "@mcp-sse/sse-server",
    ["sse-codec", "jsonrpc", "sse-server"].flatMap((name) => tarballs.get(name) ?? []),
  );
  for (const name of THEIRS) count(name, [`${name}@${versionOf(name)}`]);
} finally {
  rmSync(work, { recursive: true, force: true });
}

function packed(folder: string): string {
  const args = ["pack", "--pack-destination", work];
  const dir = join(root, "packages", folder);
  const before = new Set(readdirSync(work));
  execFileSync("pnpm", args, { cwd: dir, stdio: "ignore" });
  const tarball = readdirSync(work).find((file) => !before.has(file));
  if (tarball === undefined) throw new Error(`pnpm packed nothing of ${folder}`);
  return join(work, tarball);
}

function versionOf(name: string): string {
  const version = new RegExp(`^  "?${name}"?: (\\S+)$`, "m").exec(catalog)?.[1];
  if (version === undefined) throw new Error(`the catalog has no ${name}`);
  return version;
}

function count(name: string, specifiers: readonly string[]): void {
  const folder = mkdtempSync(join(work, "into-"));
  writeFileSync(join(folder, "package.json"), '{"private":true}');
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--omit=optional", "--omit=peer"];
  execFileSync("npm", ["install", ...options, ...specifiers], { cwd: folder, stdio: "ignore" });
  const lock = JSON.parse(readFileSync(join(folder, "node_modules", NOTES), "utf8")) as {
    packages: Record<string, { optional?: boolean }>;
  };
  const packages = Object.keys(lock.packages).length;
  const bytes = bytesOf(join(folder, "node_modules"));
  console.log(`${name.padEnd(40)} ${packages} packages, ${Math.round(bytes / 1000)} kB`);
  exact(name, "packages", packages, "packages");
  exact(name, "on the disk", Math.round(bytes / 1000), "kB");
}

function exact(workload: string, column: string, value: number, unit: string): void {
  record({ workload, column, unit, median: value, low: value, high: value, isExact: true });
}

function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== NOTES)
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
