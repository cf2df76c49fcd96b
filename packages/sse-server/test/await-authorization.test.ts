import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Authorized } from "../src/authorize.ts";
import { awaitAuthorization } from "../src/await-authorization.ts";
import { Interruptions } from "../src/interruptions.ts";
import { REFUSALS } from "../src/refusal.ts";
import { FakeExchange } from "./support/exchange.ts";

const alice: Authorized = { principal: "alice" };

function later(): { asked: Promise<Authorized>; answer: (authorized: Authorized) => void } {
  let answer!: (authorized: Authorized) => void;
  const asked = new Promise<Authorized>((resolve) => {
    answer = resolve;
  });
  return { asked, answer };
}

const waiter = () => ({ reporter: { error: vi.fn() }, interruptions: new Interruptions() });

describe("awaitAuthorization", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
  });

  test("settles with the answer, and leaves no timer", async () => {
    const { asked, answer } = later();
    const waiting = awaitAuthorization(asked, new FakeExchange(), 100, waiter());
    answer(alice);
    expect([await waiting, vi.getTimerCount()]).toEqual([alice, 0]);
  });

  test("refuses at the deadline, and tells of a failure after it, not of an answer", async () => {
    const who = waiter();
    const [slow, failing] = [later(), later()];
    const waiting = [slow, failing].map(({ asked }) =>
      awaitAuthorization(asked, new FakeExchange(), 100, who),
    );
    await vi.advanceTimersByTimeAsync(100);
    expect(await Promise.all(waiting)).toMatchObject(
      Array(2).fill({
        refusal: { name: "AUTHORIZE_TIMEOUT", status: 500 },
        detail: "authorize took longer than 100 ms (acceptTimeoutMs)",
        error: { code: "ERR_SSE_AUTHORIZE" },
      }),
    );
    slow.answer(alice);
    failing.answer({ refusal: REFUSALS.AUTHORIZE_FAILED, detail: "authorize failed", error: "late" });
    await vi.advanceTimersByTimeAsync(0);
    expect(who.reporter.error.mock.calls).toEqual([[undefined, "late"]]);
  });

  test("refuses with 503 when the handler closes, or has closed", async () => {
    const who = waiter();
    const waiting = awaitAuthorization(later().asked, new FakeExchange(), Infinity, who);
    who.interruptions.run();
    for (const refused of [
      await waiting,
      await awaitAuthorization(later().asked, new FakeExchange(), Infinity, who),
    ]) {
      expect(refused).toMatchObject({ refusal: { name: "HANDLER_CLOSED", status: 503 } });
    }
  });

  test("waits for ever with Infinity, but not for a client that has left or leaves", async () => {
    const [leaving, gone] = [new FakeExchange(), new FakeExchange()];
    gone.leaving.abort();
    const waiting = [leaving, gone].map((exchange) =>
      awaitAuthorization(later().asked, exchange, Infinity, waiter()),
    );
    expect(vi.getTimerCount()).toBe(0);
    leaving.leaving.abort();
    for (const refused of await Promise.all(waiting)) {
      expect(refused).toMatchObject({
        refusal: { name: "AUTHORIZE_TIMEOUT" },
        detail: expect.stringContaining("gave up"),
      });
      // Nothing that the application did wrong.
      expect(refused).not.toHaveProperty("error");
    }
  });
});
