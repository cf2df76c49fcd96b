import type { IncomingHttpHeaders } from "node:http";
import { describe, expect, test } from "vitest";
import { checkCors, checkHost, checkOrigin, checkUnknownSession } from "../../../src/cli/doctor/refusals.ts";
import { serve } from "../../peer.ts";
import { patientOf } from "./patient.ts";

/** Answers with what the function says. */
function answering(
  status: (headers: IncomingHttpHeaders, target: string) => number,
  headers: Record<string, string> = {},
) {
  return serve((request, response) =>
    response.writeHead(status(request.headers, request.target), headers).end(),
  );
}

describe("an unknown session", () => {
  test.each([
    [404, "ok"],
    [400, "warn"],
    [202, "fail"],
  ])("that is answered %s is %s", async (status, verdict) => {
    const { url, requests } = await answering(() => status);
    const endpoint = new URL("/m?sessionId=abc-123", url);
    expect(await checkUnknownSession(patientOf(url), endpoint)).toMatchObject({ verdict });
    expect(requests[0]?.target).toMatch(/^\/m\?sessionId=(?!abc-123)\w{3}-\d{3}$/);
  });

  test("may stand in the path, or nowhere", async () => {
    const { url, requests } = await answering(() => 404);
    expect(await checkUnknownSession(patientOf(url), new URL("/m/abc", url))).toMatchObject({
      verdict: "ok",
    });
    expect(requests[0]?.target).not.toBe("/m/abc");
    expect(await checkUnknownSession(patientOf(url), new URL("/", url))).toMatchObject({ verdict: "skip" });
    expect(requests).toHaveLength(1);
  });
});

test("a foreign Host and Origin must be refused on loopback", async () => {
  const { url } = await answering(({ host, origin }) =>
    host === "stranger.example" || origin !== undefined ? 403 : 200,
  );
  expect(await checkHost(patientOf(url))).toMatchObject({ verdict: "ok" });
  expect(await checkOrigin(patientOf(url))).toMatchObject({ verdict: "ok" });
  const { url: open } = await answering(() => 200);
  expect(await checkHost(patientOf(open))).toMatchObject({ verdict: "fail" });
  expect(await checkOrigin(patientOf(open))).toMatchObject({ verdict: "fail" });
});

test.each<[headers: Record<string, string>, verdict: string]>([
  [{}, "ok"],
  [{ "access-control-allow-origin": "*" }, "warn"],
  [{ "access-control-allow-origin": "https://stranger.example" }, "warn"],
  [{ "access-control-allow-origin": "https://mine.example" }, "ok"],
  [{ "access-control-allow-origin": "*", "access-control-allow-credentials": "true" }, "fail"],
  [
    { "access-control-allow-origin": "https://stranger.example", "access-control-allow-credentials": "true" },
    "fail",
  ],
])("CORS of %j is %s", async (headers, verdict) => {
  const { url } = await answering(() => 204, headers);
  expect(await checkCors(patientOf(url), url)).toMatchObject({ check: "CORS", verdict });
});
