// Runs a scenario's program in a process of its own, and collects what it recorded.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { type Row, refuseBare } from "../record.ts";
import type { Run } from "./results.ts";
import type { Choice } from "./scenarios.ts";

const dist = join(import.meta.dirname, "..");

/** @throws Error if the program fails, or records nothing; `RangeError` for a figure without its spread. */
export async function runScenario({ scenario, parts }: Choice, isQuick: boolean): Promise<Run> {
  const { name, command, quick, node } = scenario;
  const folder = mkdtempSync(join(tmpdir(), "mcp-sse-bench-"));
  const file = join(folder, "rows");
  const [program, ...always] = command;
  const chosen = parts.length > 0 ? parts : isQuick && quick !== undefined && quick !== false ? quick : [];
  // Where a command names its parts, those that are wanted stand instead.
  const kept = chosen.length === 0 ? always : always.filter((word) => !scenario.parts?.includes(word));
  const args = [join(dist, program), ...kept, ...chosen];
  const [runtime, ...first] = node === undefined ? [process.execPath] : ["npx", "--yes", `node@${node}`];
  const before = loadavg()[0] ?? 0;
  const start = performance.now();
  try {
    const child = spawn(runtime, [...first, ...args], {
      stdio: "inherit",
      env: {
        ...process.env,
        MCP_SSE_BENCH_ROWS: file,
        MCP_SSE_BENCH_QUICK: isQuick ? "1" : "0",
      },
    });
    const [code] = (await once(child, "close")) as [number | null];
    if (code !== 0) throw new Error(`${program} ended with ${code}`);
    const rows = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").map(parsed) : [];
    if (rows.length === 0) throw new Error(`${program} recorded nothing`);
    const words = parts.length === 0 ? "" : `:${parts.join(",")}`;
    return {
      command: `pnpm bench ${name}${words}${isQuick ? " --quick" : ""}`,
      isQuick,
      date: new Date().toISOString().slice(0, 10),
      node: node === undefined ? process.version : `v${node}`,
      machine: `${cpus().length} x ${cpus()[0]?.model.trim() ?? "unknown"}, ${process.platform} ${process.arch}`,
      load: [rounded(before), rounded(loadavg()[0] ?? 0)],
      seconds: Math.round((performance.now() - start) / 1_000),
      rows,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function parsed(line: string): Row {
  const row = JSON.parse(line) as Row;
  refuseBare(row);
  const { median, low, high } = row;
  if (row.isExact) return row;
  return { ...row, median: digits(median), low: digits(low), high: digits(high) };
}

/** Four digits: what is beyond differs from run to run anyway. */
function digits(figure: number): number {
  return Number(figure.toPrecision(4));
}

function rounded(load: number): number {
  return Math.round(load * 10) / 10;
}
