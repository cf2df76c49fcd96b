import { expect, onTestFinished, test } from "vitest";
import { parsed } from "../../../src/node/check/checked-session.ts";
import { createContext, INITIALIZE } from "../../../src/node/check/context.ts";
import { startFlawed, TOKEN } from "./server/flawed-server.ts";

async function open() {
  const server = await startFlawed();
  const { context, wire, close } = createContext(server.url, {
    headers: { Authorization: TOKEN },
    timeoutMs: 2_000,
  });
  onTestFinished(async () => {
    close();
    await server.close();
  });
  return { session: await context.get(), wire };
}

test("a session posts, and finds the answer among what came", async () => {
  const { session, wire } = await open();
  expect(wire.lines.join("\n")).toContain("data: /messages?sessionId={session}");
  expect(session.endpoint.pathname).toBe("/messages");
  expect(session.target).toMatch(/^\/messages\?sessionId=/);
  expect((await session.post(INITIALIZE)).status).toBe(202);
  await session.post('{"jsonrpc":"2.0","id":7,"method":"ping"}');
  expect(await session.answer(7)).toEqual({ jsonrpc: "2.0", id: 7, result: {} });
  expect(await session.answer("kit-initialize")).toMatchObject({ id: "kit-initialize" });
  expect(session.seen).toHaveLength(2);
  expect(await session.call("x", "nothing")).toMatchObject({ error: { code: -32601 } });
});

test("a session loses nothing to a wait that was given up", async () => {
  const { session } = await open();
  await session.watch(120);
  expect(session.comments.length).toBeGreaterThan(0);
  await expect(session.answer("kit-initialize", 20)).rejects.toThrow("no answer came in time");
  await session.post(INITIALIZE);
  await session.answer("kit-initialize");
});

test("a text is a message if it is one JSON object", () => {
  expect(parsed('{"id":1}')).toEqual({ id: 1 });
  for (const text of ["", "[]", "null", "1", "{", '{"a":1}{"b":2}']) expect(parsed(text)).toBeUndefined();
});
