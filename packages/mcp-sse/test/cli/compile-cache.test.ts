import { expect, test } from "vitest";
import { cacheFolder } from "../../src/cli/compile-cache.ts";

test.each<[env: Record<string, string>, platform: string, folder: string | undefined]>([
  [{ XDG_CACHE_HOME: "/c", HOME: "/h" }, "linux", "/c/mcp-sse"],
  [{ XDG_CACHE_HOME: "c", HOME: "/h" }, "linux", "/h/.cache/mcp-sse"],
  [{ XDG_CACHE_HOME: "", HOME: "/h" }, "darwin", "/h/.cache/mcp-sse"],
  [{ HOME: "h" }, "linux", undefined],
  [{ TMPDIR: "/tmp" }, "linux", undefined],
  [{ LOCALAPPDATA: "C:\\Users\\a", HOME: "/h" }, "win32", "C:\\Users\\a\\mcp-sse"],
  [{ LOCALAPPDATA: "a", HOME: "/h" }, "win32", undefined],
  [{ TEMP: "C:\\T" }, "win32", undefined],
])("what is compiled with %j on %s is kept in %s", (env, platform, folder) => {
  expect(cacheFolder(env, platform)).toBe(folder);
});
