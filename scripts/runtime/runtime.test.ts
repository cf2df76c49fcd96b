import { expect, inject, test } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    runtime: string;
  }
}

const agents: Record<string, RegExp> = {
  bun: /^Bun\//,
  deno: /^Deno\//,
  chromium: /Chrome\//,
  workerd: /^Cloudflare-Workers$/,
};

test("the tests run in the runtime that was asked for", () => {
  const asked = inject("runtime");
  // Node 20 has no navigator; the others name themselves.
  const agent = globalThis.navigator?.userAgent ?? "Node.js/20";
  expect(agent).toMatch(agents[asked] ?? new RegExp(`^Node\\.js/${asked.replace("node-", "")}$`));
});
