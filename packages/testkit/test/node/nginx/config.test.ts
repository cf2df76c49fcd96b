import { describe, expect, test } from "vitest";
import { localConfig, mainConfig } from "../../../src/node/nginx/config.ts";

describe("mainConfig", () => {
  test("keeps nginx inside of its folder, in the foreground", () => {
    const config = mainConfig("/dir", "server {}");
    expect(config).toContain("daemon off;");
    expect(config).toContain("http {\n  access_log off;");
    expect(config).toContain("server {}\n}");
    const paths = [...config.matchAll(/^\s*(?:pid|error_log|\w+_temp_path) (\S+?)[ ;]/gm)].map(
      ([, path]) => path,
    );
    expect(paths).toHaveLength(7);
    for (const path of paths) expect(path).toMatch(/^\/dir\//);
  });
});

describe("localConfig", () => {
  test("points what is documented at a test", () => {
    const documented = "upstream mcp { server 127.0.0.1:3000; }\nserver { listen 80; }";
    expect(localConfig(documented, 81, "127.0.0.1:82")).toBe(
      "upstream mcp { server 127.0.0.1:82; }\nserver { listen 127.0.0.1:81; }",
    );
  });

  test.each(["server { listen 80; }", "server 127.0.0.1:3000;"])(
    "refuses %j, which would test something else",
    (text) => {
      expect(() => localConfig(text, 81, "127.0.0.1:82")).toThrow(RangeError);
    },
  );
});
