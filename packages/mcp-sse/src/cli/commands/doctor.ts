import { usageError } from "../cli-error.ts";
import { CLIENT_NOTE, CLIENT_OPTIONS, readClientSettings } from "../client/settings.ts";
import type { Command } from "../command.ts";
import type { Finding, Verdict } from "../doctor/check.ts";
import { examine } from "../doctor/examine.ts";
import { EXIT } from "../exit-code.ts";
import { oneOperand } from "../operands.ts";
import { jsonText, oneLine } from "../printable.ts";
import { type Style, styleOf } from "../style.ts";

const COLOURS: Readonly<Record<Verdict, keyof Style>> = {
  ok: "green",
  warn: "yellow",
  fail: "red",
  info: "cyan",
  skip: "dim",
};

/** Sessions that the misrouting check opens where no number is given: a round robin of two nodes shows in two. */
const SESSIONS = 8;

/** Characters of a line, at most: what a server sends may be any length. */
const LONGEST = 1_000;

/** `mcp-sse doctor`: what is wrong with a server, or with what stands before it. */
export const doctor: Command = {
  name: "doctor",
  summary: "Find out what is wrong with a server, or with what stands before it",
  usage: "<url> [options]",
  options: {
    ...CLIENT_OPTIONS,
    idle: { value: "<time>", help: "watch a stream on which nothing happens for so long" },
    sessions: {
      value: "<n>",
      help: "sessions that are opened to see whether POSTs find them",
      default: String(SESSIONS),
    },
    json: { help: "print the findings as JSON" },
  },
  examples: [
    ["mcp-sse doctor http://127.0.0.1:8000/sse", "a table of checks, each with what was seen and what to do"],
    ["mcp-sse doctor https://mcp.example.com/sse --idle 70s --json", "in CI, with an idle stream"],
  ],
  notes: [CLIENT_NOTE, "Exit codes: 0 if no check failed, 1 if one did, 2 for a wrong command line."],
  async run(args, terminal) {
    oneOperand(args);
    const { stdout, env } = terminal;
    const settings = readClientSettings(args, terminal);
    const idleMs = args.duration("idle") ?? 0;
    if (idleMs === Number.POSITIVE_INFINITY) throw usageError("--idle must come to an end");
    const sessions = args.integer("sessions", 0, 1_000) ?? SESSIONS;
    const style = styleOf(stdout, env);
    const isJson = args.flag("json");
    const findings = await examine({ settings, idleMs, sessions }, (finding) => {
      if (!isJson)
        stdout.write(lineOf(finding, style, stdout.isTTY === true ? (stdout.columns ?? 120) : LONGEST));
    });
    if (isJson) stdout.write(`${jsonText(findings)}\n`);
    else stdout.write(summary(findings, style));
    return findings.some(({ verdict }) => verdict === "fail") ? EXIT.failed : EXIT.ok;
  },
};

/** Advice is never cut. */
function lineOf({ check, verdict, evidence, fix }: Finding, style: Style, columns: number): string {
  const head = `${style[COLOURS[verdict]](verdict.padEnd(4))}  ${check.padEnd(15)}  `;
  const advice = fix === undefined ? "" : `${" ".repeat(23)}${style.dim(`-> ${oneLine(fix, LONGEST)}`)}\n`;
  return `${head}${oneLine(evidence, Math.max(columns - 23, 100))}\n${advice}`;
}

function summary(findings: readonly Finding[], style: Style): string {
  const count = (wanted: Verdict): number => findings.filter(({ verdict }) => verdict === wanted).length;
  const [failed, warned] = [count("fail"), count("warn")];
  if (failed + warned === 0) return `\n${style.green("Nothing is wrong.")}\n`;
  const parts = [
    ...(failed === 0 ? [] : [style.red(`${failed} failed`)]),
    ...(warned === 0 ? [] : [style.yellow(`${warned} could hurt`)]),
  ];
  return `\n${parts.join(", ")}.\n`;
}
