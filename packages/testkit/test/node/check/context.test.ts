import { expect, onTestFinished, test } from "vitest";
import { createContext } from "../../../src/node/check/context.ts";
import { startFlawed, TOKEN } from "./server/flawed-server.ts";
import type { FlawName } from "./server/flaws.ts";

async function start(flaw?: FlawName, headers: Record<string, string> = { Authorization: TOKEN }) {
  const server = await startFlawed(flaw);
  const open = createContext(server.url, { headers, timeoutMs: 1_000 });
  onTestFinished(async () => {
    open.close();
    await server.close();
  });
  return open;
}

test("a context sends the headers it was given, and hides them", async () => {
  const { context, wire } = await start();
  expect((await context.get()).head.status).toBe(200);
  expect((await context.request({ target: "/sse", headers: [["authorization", "other"]] })).status).toBe(401);
  expect(context.ownHeaders).toBe(`Authorization: ${TOKEN}\r\n`);
  wire.note(`it said ${TOKEN}`);
  expect(wire.lines.at(-1)).toBe("it said {secret}");
  expect(wire.lines.join("\n")).not.toContain(TOKEN);
});

test("a context tells that there is no session from a fault of its check", async () => {
  const refused = await start(undefined, {});
  await expect(refused.context.open()).rejects.toMatchObject({ name: "CheckNotRun" });
  const foreign = await start("sends clients elsewhere");
  await expect(foreign.context.open()).rejects.toMatchObject({ name: "CheckNotRun" });
  const mute = await start("refuses initialize");
  await expect(mute.context.initialized()).rejects.toMatchObject({ name: "CheckNotRun" });
});
