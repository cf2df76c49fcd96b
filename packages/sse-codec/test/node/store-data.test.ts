import { describe, expect, test } from "vitest";
import { Fields } from "../../src/fields.ts";
import { resolveScanOptions } from "../../src/limits.ts";
import { storeData } from "../../src/node/store-data.ts";

describe("storeData", () => {
  function store(isLast: boolean, isWhole: boolean, event = "e"): { told: unknown[]; room: number } {
    const told: unknown[] = [];
    const fields = new Fields((each) => told.push(each), resolveScanOptions({ maxEventBytes: 100 }));
    storeData(fields, "data: a\nrest", 6, 7, event, 15, isLast, isWhole);
    const { room } = fields;
    fields.data("b");
    fields.dispatch();
    return { told, room };
  }

  test("keeps a line that others follow, with the LF between them", () => {
    expect(store(false, false)).toEqual({ told: [{ event: "e", data: "a\nb" }], room: 85 });
    expect(store(false, false, "")).toEqual({ told: [{ data: "a\nb" }], room: 85 });
  });

  test("keeps the last line without the LF behind it", () => {
    const fields = new Fields((each) => expect(each).toEqual({ data: "a" }), resolveScanOptions({}));
    storeData(fields, "data: a\n\n", 6, 7, "", 7, true, false);
    fields.dispatch();
    expect.assertions(1);
  });

  test("dispatches a line that is all the data of its event", () => {
    expect(store(true, true)).toEqual({ told: [{ event: "e", data: "a" }, { data: "b" }], room: 100 });
  });

  test("refuses a line that passes the limit, and tells of nothing", () => {
    const fields = new Fields(() => expect.unreachable(), resolveScanOptions({ maxEventBytes: 14 }));
    expect(() => storeData(fields, "data: a\n\n", 6, 7, "e", 15, true, true)).toThrow(
      expect.objectContaining({ code: "ERR_SSE_EVENT_TOO_LARGE" }),
    );
  });
});
