import { describe, expect, test } from "vitest";
import { loadTranscripts } from "../../../src/node/transcript/load.ts";

describe("loadTranscripts", () => {
  test.each(["server", "client"] as const)("reads what holds for both and what is for the %s", (side) => {
    const transcripts = loadTranscripts(side);
    const names = transcripts.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["session", "initialize", "server-request"]));
    expect(names).toContain(side === "server" ? "refusals" : "odd-server");
    expect(names).not.toContain(side === "server" ? "odd-server" : "refusals");
    for (const { prose, name } of transcripts) expect(prose, name).not.toBe("");
  });
});
