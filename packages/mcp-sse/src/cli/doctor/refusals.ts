// What a server must refuse, and whether it does.

import { type Finding, fail, info, ok, type Patient, skip, warn } from "./check.ts";
import { probe, statusOf } from "./http.ts";
import { ms } from "./reach.ts";

const STRANGER = "stranger.example";
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

/** Time in which a wrong session is to be told so, in ms. */
const QUICK_MS = 1_000;

/** A session that nobody has. */
export async function checkUnknownSession({ settings }: Patient, endpoint: URL): Promise<Finding> {
  const url = new URL(endpoint);
  for (const [name, value] of [...url.searchParams]) url.searchParams.set(name, scrambled(value));
  if (url.search === endpoint.search) url.pathname = url.pathname.replace(/[^/]+$/, scrambled);
  if (url.href === endpoint.href) return skip("unknown session", "the endpoint names no session");
  const started = performance.now();
  const status = await statusOf(settings, { method: "POST", url, body: PING });
  const took = performance.now() - started;
  const evidence = `a POST to it was answered ${status} after ${ms(took)}`;
  if (status >= 200 && status < 300)
    return fail("unknown session", evidence, "messages are lost without anybody knowing: it must be 404");
  if (status !== 404)
    return warn("unknown session", evidence, "clients know by 404 that they must begin anew");
  return took <= QUICK_MS
    ? ok("unknown session", evidence)
    : warn("unknown session", evidence, "a client waits so long to learn that its session is gone");
}

/** A Host that is not the server's: how pages reach a server on loopback, by DNS rebinding. */
export async function checkHost({ settings }: Patient): Promise<Finding> {
  const status = await statusOf(settings, { headers: { host: STRANGER }, isFresh: true });
  const evidence = `Host: ${STRANGER} was answered ${status}`;
  if (status !== 200) return ok("foreign Host", evidence);
  const fix = "any page can reach it by DNS rebinding: check Host (allowedHosts)";
  return isLoopback(settings.url) ? fail("foreign Host", evidence, fix) : warn("foreign Host", evidence, fix);
}

/** An Origin that is not the server's. */
export async function checkOrigin({ settings }: Patient): Promise<Finding> {
  const status = await statusOf(settings, { headers: { origin: `https://${STRANGER}` }, isFresh: true });
  const evidence = `Origin: https://${STRANGER} was answered ${status}`;
  if (status !== 200) return ok("foreign Origin", evidence);
  const fix = "any page that a user opens can use it: check Origin (allowedOrigins)";
  return isLoopback(settings.url)
    ? fail("foreign Origin", evidence, fix)
    : warn("foreign Origin", evidence, fix);
}

/** What browsers of other origins may do. */
export async function checkCors({ settings }: Patient, endpoint: URL): Promise<Finding> {
  const answer = await probe(settings, {
    method: "OPTIONS",
    url: endpoint,
    isFresh: true,
    headers: {
      origin: `https://${STRANGER}`,
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type",
    },
  });
  answer.close();
  const allowed = answer.header("access-control-allow-origin");
  const withCredentials = answer.header("access-control-allow-credentials") === "true";
  if (allowed !== "*" && allowed !== `https://${STRANGER}`)
    return ok("CORS", `no page of a foreign origin may read it (${answer.status})`);
  const evidence = `${allowed === "*" ? "every origin" : "a foreign origin"} may read it${withCredentials ? ", with credentials" : ""}`;
  if (withCredentials) return fail("CORS", evidence, "name the origins that may");
  return isLoopback(settings.url) || allowed !== "*"
    ? warn("CORS", evidence, "name the origins that may")
    : info("CORS", evidence);
}

function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** Another value of the same shape. */
function scrambled(value: string): string {
  return value.replace(/[0-9a-zA-Z]/g, (c) =>
    /\d/.test(c) ? String((Number(c) + 5) % 10) : c === "a" ? "b" : "a",
  );
}
