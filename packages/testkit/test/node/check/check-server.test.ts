import { expect, onTestFinished, test } from "vitest";
import { checkServer } from "../../../src/node/check/check-server.ts";
import { startFlawed, TOKEN } from "./server/flawed-server.ts";

test("the checks of a name, or of its first words, run alone", async () => {
  const server = await startFlawed("lets caches keep it");
  onTestFinished(() => server.close());
  const options = { headers: { Authorization: TOKEN }, only: ["get", "endpoint.first"] };
  const { results, failed } = await checkServer(server.url, options);
  expect(results.map(({ name }) => name)).toEqual([
    "get.status",
    "get.content-type",
    "get.cache-control",
    "get.compressed",
    "get.accept.lenient",
    "get.accept.excluded",
    "endpoint.first",
  ]);
  expect(failed).toBe(1);
  const [fault] = results.filter(({ outcome }) => outcome === "fail");
  expect(fault).toMatchObject({ name: "get.cache-control", level: "ours", found: "Cache-Control is absent" });
  expect(fault?.evidence).toContain("< content-type: text/event-stream");
});

test("a server that cannot be reached fails what is looked at, by the system's code", async () => {
  const server = await startFlawed();
  await server.close();
  const { results } = await checkServer(server.url, { only: ["get.status", "session.new"] });
  expect(results.map(({ outcome, found }) => [outcome, found])).toEqual([
    ["fail", "the connection failed (ECONNREFUSED)"],
    ["not run", "no session could be opened"],
  ]);
});

test("a name that no check has, and what is no URL of a server, are mistakes", async () => {
  await expect(checkServer("http://127.0.0.1:1/", { only: ["endpoint.frist"] })).rejects.toThrow(RangeError);
  await expect(checkServer("ftp://127.0.0.1/")).rejects.toThrow(TypeError);
});
