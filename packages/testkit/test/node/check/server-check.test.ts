import { expect, test } from "vitest";
import {
  CheckFailure,
  CheckNotRun,
  expectRefused,
  expectStatus,
  expectThat,
  needs,
} from "../../../src/node/check/server-check.ts";

test("an expectation that does not hold ends a check with what was found", () => {
  expectThat(true, "");
  needs(true, "");
  expectStatus({ status: 404 }, 404);
  expectRefused({ status: 403 });
  expect(() => expectThat(false, "two endpoints")).toThrow(new CheckFailure("two endpoints"));
  expect(() => needs(false, "no tool")).toThrow(new CheckNotRun("no tool"));
  expect(() => expectStatus({ status: 500 }, 404, "PUT")).toThrow("PUT was answered 500, not 404");
  for (const status of [200, 302, 500]) expect(() => expectRefused({ status })).toThrow(CheckFailure);
});
