import { AsyncLocalStorage } from "node:async_hooks";
import { describe, expect, test } from "vitest";
import { PostedMessage } from "../src/posted-message.ts";
import { createRequest } from "../src/request.ts";
import { notification } from "./support/client.ts";

const storage = new AsyncLocalStorage<string>();
const request = createRequest({
  method: "POST",
  target: "/",
  remoteAddress: undefined,
  authInfo: undefined,
  origin: () => "http://localhost",
  headers: () => new Headers(),
});

describe("a posted message", () => {
  test("runs a callback in the context in which it was made, also after a wait", async () => {
    const early = storage.run("post", () => new PostedMessage(notification("n"), request));
    const late = await storage.run("post", async () => {
      await Promise.resolve();
      return new PostedMessage(notification("n"), request);
    });
    const seen: unknown[] = [];
    await storage.run("reader", async () => {
      for (const posted of [early, late]) await posted.run(() => seen.push(storage.getStore()));
      seen.push(storage.getStore());
    });
    expect(seen).toEqual(["post", "post", "reader"]);
  });

  test("rejects with what the callback throws", async () => {
    const failure = new Error("callback");
    const posted = new PostedMessage(notification("n"), request);
    await expect(
      posted.run(() => {
        throw failure;
      }),
    ).rejects.toBe(failure);
  });

  test("is message and request to whoever looks at it", () => {
    expect(new PostedMessage(notification("n"), request)).toEqual({ message: notification("n"), request });
  });
});
