import { expect, test } from "vitest";
import { inBetween } from "../../../src/cli/doctor/between.ts";
import type { Probe } from "../../../src/cli/doctor/http.ts";

test.each<[headers: Record<string, string>, named: string]>([
  [{}, ""],
  [{ server: "nginx/1.22" }, "nginx"],
  [{ server: "Express" }, ""],
  [{ server: "nginxlike" }, ""],
  [{ server: "cloudflare", "cf-ray": "x" }, "cloudflare, Cloudflare"],
  [{ via: "1.1 varnish", "x-varnish": "1" }, "Varnish, via 1.1 varnish"],
])("what leaves %j is %j", (headers, named) => {
  const probe = { response: { headers }, header: (name: string) => headers[name] ?? "" };
  expect(inBetween(probe as unknown as Probe)).toBe(named);
});
