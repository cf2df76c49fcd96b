import { describe, expect, onTestFinished, test } from "vitest";
import { checkServer, runServerCheck } from "../../../../src/node/check/check-server.ts";
import { serverChecks } from "../../../../src/node/check/server/checks.ts";
import { startFlawed, TOKEN } from "./flawed-server.ts";
import { type FlawName, flaws } from "./flaws.ts";

const options = {
  headers: { Authorization: TOKEN },
  idleMs: 200,
  // A busy machine is slow, and not broken.
  timeoutMs: 20_000,
  progressTool: { name: "count" },
  slowTool: { name: "wait" },
};

describe("the checks of a server", () => {
  test("all pass where there is no flaw", async () => {
    const server = await startFlawed();
    onTestFinished(() => server.close());
    const { results } = await checkServer(server.url, options);
    expect(results.filter(({ outcome }) => outcome !== "pass")).toEqual([]);
    expect(results).toHaveLength(serverChecks.length);
  });

  test("each have a flaw that they find", () => {
    const found = new Set<string>(Object.values(flaws));
    expect(serverChecks.map(({ name }) => name).filter((name) => !found.has(name))).toEqual([]);
  });

  test.concurrent.each(Object.entries(flaws))("find a server that %s", async (flaw, name) => {
    const server = await startFlawed(flaw as FlawName);
    const check = serverChecks.find((one) => one.name === name);
    if (check === undefined) throw new Error(`no check has the name ${name}`);
    let result = await runServerCheck(check, server.url, { ...options, timeoutMs: 1_000 });
    // A busy machine may not even open a session in that time.
    if (result.outcome === "not run") {
      result = await runServerCheck(check, server.url, { ...options, timeoutMs: 15_000 });
    }
    await server.close();
    expect(result).toMatchObject({ outcome: "fail", found: expect.any(String) });
    expect(JSON.stringify(result)).not.toContain("of-the-flawed");
  });
});
