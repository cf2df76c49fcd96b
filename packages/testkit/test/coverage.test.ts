// Every requirement has a test, every citation exists, and no known fault of a covered area is without one.

import { describe, expect, test } from "vitest";
import { bugLog, COVERED_AREAS, UNBUILT } from "../src/bug-log.ts";
import { messageBusCases } from "../src/bus/message-bus-suite.ts";
import type { Case } from "../src/case.ts";
import { connectionCases } from "../src/connection/connection-suite.ts";
import { busFailureCases } from "../src/node/bus/failure-suite.ts";
import { serverChecks } from "../src/node/check/server/checks.ts";
import { citationsIn, testFiles } from "../src/node/citations.ts";
import { handlerCases } from "../src/node/handler/handler-suite.ts";
import { requirements } from "../src/requirements.ts";

const SUITES: Readonly<Record<string, readonly Pick<Case<never>, "ids" | "title">[]>> = {
  connectionSuite: connectionCases,
  handlerSuite: handlerCases,
  serverSuite: serverChecks,
  busFailureSuite: busFailureCases,
  messageBusSuite: messageBusCases,
};

/** The testkit's own tests prove the testkit, and nothing of what it tests. */
const files = testFiles(new URL("../../..", import.meta.url).pathname, ["testkit"]);

const required = new Set<string>();
const cited = new Set<string>();
const bugs = new Set<string>();
const unknown: string[] = [];

for (const [path, source] of files) {
  const { verified, bound, bugs: found, suites } = citationsIn(source);
  for (const id of verified) if (!Object.hasOwn(requirements, id)) unknown.push(`${path}: ${id}`);
  for (const id of bound) cited.add(id);
  // A fault is named where its test is, not in what several test files share.
  if (path.endsWith(".test.ts")) for (const bug of found) bugs.add(bug);
  for (const { ids, title } of suites.flatMap((name) => SUITES[name] ?? [])) {
    for (const id of typeof ids === "string" ? [ids] : ids) cited.add(id);
    for (const bug of citationsIn(JSON.stringify(title)).bugs) bugs.add(bug);
  }
}
for (const id of Object.keys(requirements)) required.add(id);

describe("the tests of the workspace", () => {
  test("prove every requirement", () => {
    expect([...required].filter((id) => !cited.has(id))).toEqual([]);
  });

  test("cite no requirement that does not exist", () => {
    expect(unknown).toEqual([]);
  });

  test("cite every known fault of the covered areas", () => {
    const missing = Object.entries(bugLog)
      .filter(([id, { area }]) => COVERED_AREAS.has(area) && !UNBUILT.has(id) && !bugs.has(id))
      .map(([id, { title }]) => `${id}: ${title}`);
    expect(missing).toEqual([]);
  });

  test("cite no fault of what is not built: it is, then", () => {
    expect([...UNBUILT].filter((id) => bugs.has(id))).toEqual([]);
  });

  test("cite no fault that is not in the log", () => {
    expect([...bugs].filter((id) => !Object.hasOwn(bugLog, id))).toEqual([]);
  });
});
