import { expect, test } from "vitest";
import { examine } from "../../../src/cli/doctor/examine.ts";
import { serveMcp } from "../mcp-peer.ts";
import { patientOf } from "./patient.ts";

test("an examination tells of each finding as it comes, and ends where nothing more can be seen", async () => {
  const told: string[] = [];
  const gone = await examine(patientOf(new URL("http://127.0.0.1:1/")), ({ check }) => told.push(check));
  expect(gone.map(({ check }) => check)).toEqual(["name", "connection"]);
  expect(told).toEqual(["name", "connection"]);
  expect(await examine(patientOf(new URL("http://none.invalid/")), () => {})).toHaveLength(1);
});

test("a check that breaks is a finding", async () => {
  let posts = 0;
  const peer = await serveMcp(
    {},
    {
      post(request, response) {
        posts += 1;
        if (posts > 2 && request.body.includes("ping")) response.destroy();
        else response.writeHead(202).end();
      },
    },
  );
  const findings = await examine(patientOf(peer.url), () => {});
  expect(findings.find(({ check }) => check === "batching")).toMatchObject({
    verdict: "fail",
    evidence: expect.stringContaining("it broke"),
  });
  expect(findings.at(-1)).toMatchObject({ check: "idle stream" });
});
