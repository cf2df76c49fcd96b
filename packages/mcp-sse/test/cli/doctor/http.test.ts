import { describe, expect, test } from "vitest";
import { codeOf, probe, statusOf } from "../../../src/cli/doctor/http.ts";
import { serve } from "../../peer.ts";
import { patientOf } from "./patient.ts";

describe("a probe", () => {
  test("is one request, with the headers of the settings, and follows nothing", async () => {
    const { url, requests } = await serve((_request, response) =>
      response.writeHead(302, { location: "/y" }).end(),
    );
    const { settings } = patientOf(url);
    const answer = await probe({ ...settings, headers: { "x-a": "1" } }, { headers: { "x-b": "2" } });
    expect([answer.status, answer.header("location"), answer.header("none")]).toEqual([302, "/y", ""]);
    answer.close();
    expect(await statusOf(settings, { method: "POST", body: "é", isFresh: true })).toBe(302);
    expect(requests[0]).toMatchObject({
      method: "GET",
      headers: { accept: "text/event-stream", "x-a": "1", "x-b": "2" },
    });
    expect(requests[1]).toMatchObject({ method: "POST", body: "é", headers: { "content-length": "2" } });
  });

  test("fails with the system's word, and after its time", async () => {
    const { url } = await serve(() => {});
    await expect(probe(patientOf(url, { timeoutMs: 50 }).settings)).rejects.toMatchObject({
      code: "ETIMEDOUT",
    });
    await expect(probe(patientOf(new URL("http://127.0.0.1:1/")).settings)).rejects.toMatchObject({
      code: "ECONNREFUSED",
    });
    expect([codeOf({ code: "E" }), codeOf(new Error("x"))]).toEqual(["E", "x"]);
  });
});
