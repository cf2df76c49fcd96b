// What a person sees. Colours only on a terminal, and not where NO_COLOR is set.

import { styleText } from "node:util";
import type { Step } from "./conversation.ts";

const WIDTH = process.stdout.columns ?? 120;
const coloured = process.stdout.isTTY === true && process.env.NO_COLOR === undefined;

type Style = "bold" | "dim" | "cyan" | "green" | "red";

function paint(style: Style, text: string): string {
  return coloured ? styleText(style, text) : text;
}

export function heading(text: string): void {
  console.log(`\n${paint("bold", text)}\n`);
}

const FIRST_LINE = /^([A-Z]+ \/|HTTP\/|event: |\()/;

/** One line of the wire: `>` from the client, `<` from the server; a blank line before each message. */
export function wireLine(from: "client" | "server", line: string): void {
  if (FIRST_LINE.test(line)) console.log();
  const size = ` (${line.length} characters)`;
  const room = Math.max(WIDTH - "> ".length, 40);
  const cut = line.length > room ? `${line.slice(0, room - size.length - 1)}…${size}` : line;
  console.log(from === "client" ? paint("cyan", `> ${cut}`) : paint("green", `< ${cut}`));
}

export interface Row {
  readonly pair: string;
  readonly steps: readonly Step[];
}

/** Whether no step of the pair failed. */
export function isVerified({ steps }: Row): boolean {
  return steps.every(({ error }) => error === undefined);
}

/** One line per pair: what it did, step by step, and how long each took in milliseconds. */
export function table(rows: readonly Row[]): void {
  const names = [...new Set(rows.flatMap(({ steps }) => steps.map(({ name }) => name)))];
  const header = ["client -> server", ...names, "total ms", ""];
  const body = rows.map((row) => [
    row.pair,
    ...names.map((name) => row.steps.find((step) => step.name === name)?.ms.toFixed(0) ?? "-"),
    row.steps.reduce((sum, { ms }) => sum + ms, 0).toFixed(0),
    isVerified(row) ? "verified" : "FAILED",
  ]);
  const widths = header.map((title, column) =>
    Math.max(title.length, ...body.map((cells) => (cells[column] ?? "").length)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd();
  console.log(paint("dim", line(header)));
  for (const [index, cells] of body.entries()) {
    const row = rows[index];
    console.log(paint(row === undefined || isVerified(row) ? "green" : "red", line(cells)));
  }
}

/** What the table means, for who sees it for the first time, and the outcome in a sentence. */
export function legend(rows: readonly Row[]): void {
  const failed = rows.filter((row) => !isVerified(row)).length;
  console.log(
    [
      "",
      "verified: each answer was compared with what the server must have sent, and the end was told once.",
      "server-everything: the official reference server, in its own sse mode; it has no tool for 1 MiB (-).",
      "",
      paint(
        failed === 0 ? "green" : "red",
        failed === 0 ? `All ${rows.length} pairs verified.` : `${failed} of ${rows.length} pairs failed.`,
      ),
    ].join("\n"),
  );
}

export function failure(pair: string, error: unknown): void {
  console.error(paint("red", `\n${pair}:`), error);
}
