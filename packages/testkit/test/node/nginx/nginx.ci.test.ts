import { expect, onTestFinished, test } from "vitest";
import { startNginx } from "../../../src/node/nginx/nginx.ts";

const hello = (port: number): string =>
  `server { listen 127.0.0.1:${port}; location / { return 200 hello; } }`;

test("startNginx serves, over a reload and a restart, and is gone when it was closed", async () => {
  const nginx = await startNginx(hello);
  onTestFinished(() => nginx.close());
  const ask = async (): Promise<string> =>
    (await fetch(nginx.url, { headers: { connection: "close" } })).text();
  expect(await ask()).toBe("hello");
  await nginx.reload();
  expect(await ask()).toBe("hello");
  await nginx.restart();
  expect(await ask()).toBe("hello");
  await nginx.close();
  await expect(ask()).rejects.toThrow();
});

test("startNginx fails with what nginx says of a configuration", async () => {
  await expect(startNginx(() => "no_such_directive on;")).rejects.toThrow(/no_such_directive/);
});
