import { expect, test, vi } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";

// A busy machine is slow.
vi.setConfig({ testTimeout: 30_000 });

test("every command is the one of its name", async () => {
  for (const [name, { load }] of COMMANDS) expect((await load()).name).toBe(name);
});
