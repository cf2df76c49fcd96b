import { verifies } from "../../../verifies.ts";
import { runServerCheck } from "../check-server.ts";
import type { CheckServerOptions } from "../server-check.ts";
import { serverChecks } from "./checks.ts";

/** A running server that claims to keep all of it. */
export interface ServerSuite {
  /** The subject of the test titles. */
  readonly name: string;
  /** Where it is reached. Called once per test. */
  url(): URL | Promise<URL>;
  readonly options?: CheckServerOptions;
  /** Checks that cannot look at this server, by name. */
  readonly notRun?: readonly string[];
}

/** Registers a test for each check of a running server, and fails for one that could not be run unless that is said. */
export function serverSuite(suite: ServerSuite): void {
  for (const check of serverChecks) {
    verifies(check.ids, `${suite.name} ${check.title} (${check.name})`, async () => {
      const result = await runServerCheck(check, await suite.url(), suite.options);
      const expected = suite.notRun?.includes(check.name) ? "not run" : "pass";
      if (result.outcome === expected) return;
      throw new Error(
        [`${check.name}: ${result.outcome}: ${result.found ?? ""}`, ...(result.evidence ?? [])].join("\n"),
      );
    });
  }
}
