import { type Case, registerSuite } from "../../case.ts";
import { brokerFailures } from "./broker-failures.ts";
import { carriedSessions } from "./carried-sessions.ts";
import { type BusFailureSuite, type FailureContext, withFailureContext } from "./failure-context.ts";
import { hostileEnvelopes } from "./hostile-envelopes.ts";
import { nodeFailures } from "./node-failures.ts";

/** What nodes on a real broker keep, whatever fails. */
export const busFailureCases: readonly Case<FailureContext>[] = [
  ...carriedSessions,
  ...nodeFailures,
  ...brokerFailures,
  ...hostileEnvelopes,
];

/** Registers tests with real nodes, each a process, on a real broker. */
export function busFailureSuite(suite: BusFailureSuite): void {
  const { name, cases = /./ } = suite;
  const chosen = busFailureCases.filter(({ title }) => cases.test(title));
  registerSuite(`nodes on ${name}`, chosen, (run) => withFailureContext(suite, run));
}
