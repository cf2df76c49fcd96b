// Looks at a running server from outside, and says what of HTTP+SSE it keeps.

import { createContext } from "./context.ts";
import { type CheckReport, type CheckResult, levelOf, reportOf } from "./report.ts";
import { serverChecks } from "./server/checks.ts";
import { CheckFailure, CheckNotRun, type CheckServerOptions, type ServerCheck } from "./server-check.ts";

const DEFAULT_CONCURRENCY = 4;

/**
 * Checks a running HTTP+SSE server, knowing nothing of it but its URL.
 *
 * Each check opens sessions of its own and closes them. Nothing is called but `initialize`, `ping`, `tools/list`, methods
 * that no server has, and the tools that the options name.
 *
 * @param url - of the event stream, `http:` or `https:`.
 * @returns once every check has ended; a check that finds a fault, or cannot look, is a result.
 * @throws `TypeError` for what is no such URL, `RangeError` for a name in `only` that no check has.
 */
export async function checkServer(url: string | URL, options: CheckServerOptions = {}): Promise<CheckReport> {
  const server = new URL(url);
  if (!/^https?:$/.test(server.protocol)) throw new TypeError("the URL of a server is of http: or https:");
  const checks = checksNamed(options.only);
  const results: CheckResult[] = [];
  let next = 0;
  async function work(): Promise<void> {
    for (let at = next++; at < checks.length; at = next++) {
      const check = checks[at];
      if (check !== undefined) results[at] = await runServerCheck(check, server, options);
    }
  }
  const { concurrency = DEFAULT_CONCURRENCY } = options;
  await Promise.all(Array.from({ length: concurrency }, work));
  return reportOf(results);
}

/** Runs one check, and ends what it opened. */
export async function runServerCheck(
  check: ServerCheck,
  url: URL,
  options: CheckServerOptions = {},
): Promise<CheckResult> {
  const { context, wire, close } = createContext(url, options);
  const { name, title, ids } = check;
  const result = { name, title, level: levelOf(ids), requirements: ids };
  try {
    await check.run(context);
    return { ...result, outcome: "pass" };
  } catch (error) {
    const found = wire.redact(error instanceof Error ? error.message : String(error));
    if (error instanceof CheckNotRun) return { ...result, outcome: "not run", found };
    const isSeen = error instanceof CheckFailure;
    return {
      ...result,
      outcome: "fail",
      found: isSeen ? found : unexpected(error, found),
      evidence: [...wire.lines],
    };
  } finally {
    close();
  }
}

/** What broke the wire under a check, by the system's code where there is one: the rest differs from run to run. */
function unexpected(error: unknown, found: string): string {
  const { code } = error as { readonly code?: unknown };
  return typeof code === "string" ? `the connection failed (${code})` : found;
}

function checksNamed(only: readonly string[] | undefined): readonly ServerCheck[] {
  if (only === undefined) return serverChecks;
  const isNamed = (name: string, start: string): boolean => name === start || name.startsWith(`${start}.`);
  const strange = only.find((start) => !serverChecks.some(({ name }) => isNamed(name, start)));
  if (strange !== undefined) throw new RangeError(`no check has the name ${strange}`);
  return serverChecks.filter(({ name }) => only.some((start) => isNamed(name, start)));
}
