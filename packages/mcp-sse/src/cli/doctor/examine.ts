// The checks in their order: each needs what those before it found.

import type { Finding, Patient } from "./check.ts";
import { fail, skip } from "./check.ts";
import { checkBatching, checkCompression, checkIdle, checkPost, checkRouting } from "./conversation.ts";
import { codeOf } from "./http.ts";
import { checkEndpoint, checkName, checkStream, checkTls } from "./reach.ts";
import { checkCors, checkHost, checkOrigin, checkUnknownSession } from "./refusals.ts";

/** Examines a server; tells of each finding when it is there. @returns all of them. */
export async function examine(patient: Patient, tell: (finding: Finding) => void): Promise<Finding[]> {
  const findings: Finding[] = [];
  const add = (...found: readonly Finding[]): void => {
    findings.push(...found);
    for (const finding of found) tell(finding);
  };
  /** A check that breaks is a finding, and does not end the examination. */
  const run = async (name: string, check: () => Promise<Finding | readonly Finding[]>): Promise<void> => {
    try {
      const found = await check();
      add(...(Array.isArray(found) ? (found as Finding[]) : [found as Finding]));
    } catch (error) {
      add(fail(name, `it broke (${codeOf(error)})`, "the server or something between ends connections"));
    }
  };

  await run("name", () => checkName(patient));
  if (findings.some(({ verdict }) => verdict === "fail")) return findings;
  await run("TLS", () => checkTls(patient));
  const { findings: head, stream, patient: found } = await checkStream(patient);
  add(...head);
  if (stream === undefined) return findings;
  try {
    const { findings: first, endpoint } = await checkEndpoint(found, stream);
    add(...first);
    if (endpoint === undefined) return findings;
    await run("POST", () => checkPost(found, stream, endpoint));
    const isAnswered = findings.some(({ check, verdict }) => check === "answer" && verdict === "ok");
    if (isAnswered) await run("batching", () => checkBatching(found, stream, endpoint));
    else add(skip("batching", "there is no answer to look at"));
    // Where it is compressed unasked, that was seen already.
    if (!findings.some(({ check }) => check === "compression")) {
      await run("compression", () => checkCompression(found));
    }
    await run("unknown session", () => checkUnknownSession(found, endpoint));
    await run("foreign Host", () => checkHost(found));
    await run("foreign Origin", () => checkOrigin(found));
    await run("CORS", () => checkCors(found, endpoint));
    await run("misrouting", () => checkRouting(found));
  } finally {
    stream.close();
  }
  await run("idle stream", () => checkIdle(found));
  return findings;
}
