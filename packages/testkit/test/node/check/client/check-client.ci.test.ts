import { describe, expect, test } from "vitest";
import { clientCases } from "../../../../src/node/check/client/cases.ts";
import { checkClient, runClientCase } from "../../../../src/node/check/client/check-client.ts";
import { type ClientFlaw, clientFlaws, runFlawed } from "./flawed-client.ts";

describe("the cases of a client", () => {
  test.concurrent.each(clientCases)("$name finds no fault where there is none", async (one) => {
    expect(await runClientCase(one, runFlawed, { timeoutMs: 25_000 })).toMatchObject({
      name: one.name,
      outcome: "pass",
    });
  });

  test("each have a flaw that they find", () => {
    const found = new Set<string>(Object.values(clientFlaws).flat());
    expect(clientCases.map(({ name }) => name).filter((name) => !found.has(name))).toEqual([]);
  });

  const planted = Object.entries(clientFlaws).flatMap(([flaw, names]) =>
    names.map((name) => ({ flaw, name })),
  );
  test.concurrent.each(planted)("$name finds a client that $flaw", async ({ flaw, name }) => {
    const one = clientCases.find((other) => other.name === name);
    if (one === undefined) throw new Error(`no case has the name ${name}`);
    const run = (url: URL, signal: AbortSignal): Promise<void> => runFlawed(url, signal, flaw as ClientFlaw);
    const result = await runClientCase(one, run, { timeoutMs: 1_500 });
    expect(result).toMatchObject({ outcome: "fail", found: expect.any(String) });
  });

  test("of some names run alone, one after another", async () => {
    const { results, passed } = await checkClient(runFlawed, { only: ["post", "get.404"] });
    expect(results.map(({ name }) => name)).toEqual([
      "post.content-type",
      "get.404",
      "post.200",
      "post.204",
      "post.late",
      "post.refused",
    ]);
    expect(passed).toBe(6);
  });

  test("find a client that hangs", async () => {
    const { results } = await checkClient(() => new Promise(() => {}), { only: ["get.404"], timeoutMs: 50 });
    expect(results).toMatchObject([{ outcome: "fail", found: "it hangs" }]);
  });
});
