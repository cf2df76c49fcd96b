import { describe, expect, test } from "vitest";
import { loadSdk } from "../src/load-sdk.ts";

describe("loadSdk", () => {
  const missing = new Error("Cannot find package");

  test("loads the first version that is there, and none after it", async () => {
    const loaded: string[] = [];
    const load = (version: string) => () => {
      loaded.push(version);
      return version === "v2" ? Promise.resolve(version) : Promise.reject(missing);
    };
    await expect(loadSdk([load("v1"), load("v2"), load("v3")], "a test")).resolves.toBe("v2");
    expect(loaded).toEqual(["v1", "v2"]);
  });

  test("says what needs an SDK when there is none, with what each attempt met", async () => {
    const failing = loadSdk([() => Promise.reject(missing), () => Promise.reject(missing)], "a test");
    await expect(failing).rejects.toMatchObject({
      code: "ERR_TRANSPORT_NO_SDK",
      cause: { errors: [missing, missing] },
    });
  });
});
