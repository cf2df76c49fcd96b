import { expect, test } from "vitest";
import { holdsBack, inBetween } from "../../../src/cli/doctor/between.ts";
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

test("what may hold events back is who is in between, and what compresses", () => {
  const namedIn = (headers: Record<string, string>): string =>
    holdsBack({ response: { headers }, header: (name: string) => headers[name] ?? "" } as unknown as Probe);
  expect(namedIn({ server: "nginx", "content-encoding": "GZIP" })).toBe("nginx, Content-Encoding: gzip");
  expect(namedIn({ "content-encoding": "br" })).toBe("Content-Encoding: br");
  expect(namedIn({ "content-encoding": "identity" })).toBe("");
});
