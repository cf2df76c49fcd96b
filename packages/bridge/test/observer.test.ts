import { expect, test, vi } from "vitest";
import type { ChildInfo } from "../src/observer.ts";
import { tell } from "../src/observer.ts";

const child: ChildInfo = { number: 1, pid: 1, session: undefined };

test("an observer is told, and nothing that it does comes back", async () => {
  const started = vi.fn();
  tell({ started }, "started", { child });
  expect(started).toHaveBeenCalledWith({ child });
  tell(undefined, "started", { child });
  tell({}, "started", { child });
  tell(
    {
      started() {
        throw new Error("mine");
      },
    },
    "started",
    { child },
  );
  tell({ started: (async () => Promise.reject(new Error("mine"))) as () => void }, "started", { child });
  await new Promise((resolve) => setImmediate(resolve));
});
