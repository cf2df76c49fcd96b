import { verifies } from "@mcp-sse/testkit";
import { describe, expect, test } from "vitest";
import { createLocalSessionId, createSessionIds } from "../src/session-id.ts";

describe("createSessionIds", () => {
  verifies("session.id.random", "puts 144 random bits behind the node, and never the same", async () => {
    const ids = createSessionIds();
    const made = await Promise.all(Array.from({ length: 1_000 }, async () => ids.create()));
    expect(new Set(made).size).toBe(1_000);
    for (const id of made) expect(id).toMatch(/^[\w-]{12}\.[\w-]{24}$/);
    // Every one of the 64 digits at every place of the random part: no bit is fixed.
    const digits = new Set(made.map((id) => id.at(-1)));
    expect(digits.size).toBeGreaterThan(50);
  });

  verifies("bus.owner-in-id", "names its node in each ID, and adds a mac of a secret", async () => {
    const plain = createSessionIds();
    const signed = createSessionIds("a secret");
    const [id, signedId] = [await plain.create(), await signed.create()];
    expect(id.split(".")).toHaveLength(2);
    expect(signedId.split(".")).toHaveLength(3);
    expect(await plain.ownerOf(id)).toBe(plain.node);
    expect(await signed.ownerOf(signedId)).toBe(signed.node);
    expect(signed.node).not.toBe(plain.node);
  });

  test("makes IDs at once where there is no secret", () => {
    expect(typeof createSessionIds().create()).toBe("string");
  });

  test("takes an ID of another node that shares the secret, as text or as bytes", async () => {
    const id = await createSessionIds("shared").create();
    expect(await createSessionIds("shared").ownerOf(id)).toBe(id.slice(0, 12));
    expect(await createSessionIds(new TextEncoder().encode("shared")).ownerOf(id)).toBe(id.slice(0, 12));
  });

  test("takes no ID whose mac is another secret's, changed, cut or missing", async () => {
    const ids = createSessionIds("ours");
    const id = await ids.create();
    const last = id.endsWith("A") ? "B" : "A";
    const forged = [
      await createSessionIds("theirs").create(),
      id.slice(0, -1) + last,
      id.slice(0, -1),
      id.split(".").slice(0, 2).join("."),
      `x${id.slice(1)}`.replace("xx", "yx"),
      "",
      ".",
      "a.b.c",
    ];
    for (const text of forged) expect([text, await ids.ownerOf(text)]).toEqual([text, undefined]);
  });

  test.each([
    "",
    "abc",
    "abc.def",
    "........................................",
    `${"a".repeat(12)}.${"b".repeat(25)}`,
  ])("finds no owner in %j", async (text) => {
    expect(await createSessionIds().ownerOf(text)).toBeUndefined();
  });
});

describe("createLocalSessionId", () => {
  test("is URL-safe, and never the same", () => {
    expect(createLocalSessionId()).toMatch(/^[\w-]{24}$/);
    expect(createLocalSessionId()).not.toBe(createLocalSessionId());
  });
});
