/**
 * Checks of a running HTTP+SSE server or client, whoever wrote it. Needs Node, and no test runner.
 *
 * @packageDocumentation
 */

export { checkServer, runServerCheck } from "./check-server.ts";
export { clientCases } from "./client/cases.ts";
export {
  type CheckClientOptions,
  type ClientRun,
  checkClient,
  runClientCase,
} from "./client/check-client.ts";
export type { CaseServer, CaseStream, ClientCase, Observation, SeenRequest } from "./client/client-case.ts";
export {
  type CheckLevel,
  type CheckOutcome,
  type CheckReport,
  type CheckResult,
  isAtLeast,
} from "./report.ts";
export { serverChecks } from "./server/checks.ts";
export type { CheckContext, CheckServerOptions, ServerCheck, ToolCall } from "./server-check.ts";
