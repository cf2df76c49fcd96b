/**
 * Checks of a running HTTP+SSE server or client, whoever wrote it. Needs Node, and no test runner.
 *
 * @packageDocumentation
 */

export { checkServer, runServerCheck } from "./check-server.ts";
export {
  type CheckLevel,
  type CheckOutcome,
  type CheckReport,
  type CheckResult,
  isAtLeast,
} from "./report.ts";
export { serverChecks } from "./server/checks.ts";
export type { CheckContext, CheckServerOptions, ServerCheck, ToolCall } from "./server-check.ts";
