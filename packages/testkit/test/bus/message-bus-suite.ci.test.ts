import { describe, expect, test } from "vitest";
import { messageBusCases, messageBusSuite, withBuses } from "../../src/bus/message-bus-suite.ts";
import { within } from "../../src/patience.ts";
import { type BusFault, createMemoryBuses } from "./memory-bus.ts";

messageBusSuite({
  name: "a right bus",
  open: () => ({ connect: createMemoryBuses(), dispose: () => undefined }),
});

describe("messageBusSuite", () => {
  test.concurrent.each<[fault: BusFault, title: RegExp]>([
    ["loses-the-answer", /carries an envelope with all that it holds/],
    ["answers-accepted-always", /hands back every answer/],
    ["drops-the-principal", /carries an envelope with all that it holds/],
    ["escapes-the-body", /carries an envelope with all that it holds/],
    ["reverses-a-burst", /300 envelopes/],
    ["delivers-late", /the owner sees nothing of it/],
    ["never-settles", /settles as timeout at the deadline/],
    ["ignores-the-signal", /when the poster gives up/],
    ["rejects", /when the inbox rejects/],
    ["knows-nobody-is-there-late", /knows at once that an owner is gone/],
    ["carries-anything", /refuses a body that is larger/],
    ["is-up-before-its-start", /is down before its start/],
    ["is-up-after-its-stop", /is down before its start/],
    ["cuts-at-its-stop", /settles what waits when it stops/],
  ])("fails for a bus that %s", async (fault, title) => {
    const found = messageBusCases.find((one) => title.test(one.title));
    const run = withBuses({ connect: createMemoryBuses(fault) }, false, async (context) => {
      await found?.run(context);
    });
    await expect(within(run, "the case", 8_000)).rejects.toThrow();
  });
});
