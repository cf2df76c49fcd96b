import { expect, test, vi } from "vitest";
import { startNginx } from "../../../src/node/nginx/nginx.ts";

vi.mock(import("node:child_process"), async (original) => {
  const { spawn, ...rest } = await original();
  return {
    ...rest,
    spawn: ((_file: string, ...args: []) => spawn("no-such-nginx", ...args)) as typeof spawn,
  };
});

// What it does where there is one is in nginx.ci.test.ts.
test("startNginx says which package is missing", async () => {
  await expect(startNginx(() => "")).rejects.toThrow("Debian's package is `nginx`");
});
