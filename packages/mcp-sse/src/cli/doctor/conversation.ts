// A POST and its event: whether it is taken, how quickly, and whether events come when they are written.

import { holdsBack } from "./between.ts";
import { type Finding, fail, info, ok, type Patient, skip, warn } from "./check.ts";
import { codingsOf } from "./decoded.ts";
import { codeOf, statusOf } from "./http.ts";
import { ms, NO_COMPRESSION } from "./reach.ts";
import { answers, openStream, type WatchedStream } from "./stream.ts";

/** An answer that takes longer than this after its 202 was held back, in ms: a ping is no work. */
const HELD_BACK_MS = 1_000;

/** The longest pause that servers make between comments, in ms: a shorter silence says nothing. */
const PAUSE_MS = 30_000;

/** Pings that are sent until one is answered: what flushes a buffer that waits to be full. */
const PINGS = 20;

const LOG_FIX = "see the server's own log";
const CUT_FIX = "the server ends streams (its own log says why), or a proxy does: raise its timeouts";

const INITIALIZE = JSON.stringify({
  jsonrpc: "2.0",
  id: "doctor-initialize",
  method: "initialize",
  params: {
    protocolVersion: "2024-11-05",
    capabilities: {},
    clientInfo: { name: "mcp-sse doctor", version: "1" },
  },
});

/** POSTs `initialize`, and waits for its event. */
export async function checkPost(patient: Patient, stream: WatchedStream, endpoint: URL): Promise<Finding[]> {
  const { settings } = patient;
  let status: number;
  const started = performance.now();
  try {
    status = await statusOf(settings, { method: "POST", url: endpoint, body: INITIALIZE });
  } catch (error) {
    return [fail("POST", `it failed (${codeOf(error)})`, "the server must answer a POST to its endpoint")];
  }
  if (!isTaken(status)) {
    const fix = status === 404 ? "the POST reached another process than the GET: see misrouting" : LOG_FIX;
    return [fail("POST", `answered ${status}`, fix)];
  }
  const findings = [ok("POST", `${status} after ${ms(performance.now() - started)}`)];
  const answer = await stream.event(answers("doctor-initialize"), settings.timeoutMs);
  if (answer === undefined) {
    const why = stream.ended ?? `no event within ${ms(settings.timeoutMs)}`;
    const fix =
      stream.ended === undefined
        ? "the server took the request and did not answer on the stream, or a proxy holds events back"
        : CUT_FIX;
    findings.push(fail("answer", why, fix));
    return findings;
  }
  findings.push(ok("answer", `its event came ${ms(performance.now() - started)} after the POST was sent`));
  const initialized = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
  await statusOf(settings, { method: "POST", url: endpoint, body: initialized });
  return findings;
}

/** Whether each event comes by itself, or only with those that follow. */
export async function checkBatching(
  { settings }: Patient,
  stream: WatchedStream,
  endpoint: URL,
): Promise<Finding> {
  const sent: number[] = [];
  for (let n = 1; n <= PINGS; n++) {
    const body = JSON.stringify({ jsonrpc: "2.0", id: `doctor-ping-${n}`, method: "ping" });
    const status = await statusOf(settings, { method: "POST", url: endpoint, body });
    if (!isTaken(status)) return fail("batching", `the POST of a ping was answered ${status}`, LOG_FIX);
    sent.push(performance.now());
    if (
      (await stream.event(answers("doctor-ping-1"), HELD_BACK_MS)) !== undefined ||
      stream.ended !== undefined
    )
      break;
  }
  const first = await stream.event(answers("doctor-ping-1"), 0);
  const found = holdsBack(stream.head);
  const named = found === "" ? "something between" : found;
  const fix = `${named} collects events: proxy_buffering off, no compression, X-Accel-Buffering: no from the server`;
  if (first === undefined && stream.ended !== undefined)
    return fail("stream", `${stream.ended}, before a ping was answered`, CUT_FIX);
  if (first === undefined) return fail("batching", `${sent.length} pings, and no answer on the stream`, fix);
  if (sent.length > 1) return fail("batching", `the answer to a ping came with ${sent.length} others`, fix);
  return ok("batching", "an event comes when it is written");
}

/** What becomes of the stream for a client that takes compressed answers, as most do. */
export async function checkCompression({ settings }: Patient): Promise<Finding> {
  const stream = await openStream(settings, {
    headers: { "accept-encoding": "gzip, deflate, br" },
    isFresh: true,
  });
  const codings = codingsOf(stream.head.header("content-encoding")).join(", ");
  if (stream.head.status !== 200 || codings === "") {
    stream.close();
    return ok("compression", "the stream is not compressed");
  }
  // The head may come, and that of the compressed data, while the first event waits in the compressor.
  const first = await stream.event(() => true, HELD_BACK_MS);
  stream.close();
  return first !== undefined
    ? warn("compression", `the stream is in ${codings}; its first event came at once`, NO_COMPRESSION)
    : fail("compression", `the stream is in ${codings}, and no event of it comes`, NO_COMPRESSION);
}

/** Watches an idle stream. */
export async function checkIdle({ settings, idleMs }: Patient): Promise<Finding[]> {
  if (idleMs === 0) return [skip("idle stream", "not watched: --idle 70s does")];
  const stream = await openStream(settings);
  const { status } = stream.head;
  if (status !== 200) {
    stream.close();
    return [fail("idle stream", `the GET was answered ${status}`, "another session must be let in")];
  }
  const started = performance.now();
  await stream.watch(idleMs);
  const { comments, ended } = stream;
  const lived = performance.now() - started;
  stream.close();
  const keepAlive =
    comments > 0
      ? ok("keep-alive", `${comments} comments in ${ms(lived)}`)
      : lived < PAUSE_MS
        ? info("keep-alive", `no comment in ${ms(lived)}, which is too short to tell`)
        : warn(
            "keep-alive",
            `no comment in ${ms(lived)}`,
            "a proxy may cut a silent stream: let the server send comments",
          );
  return ended === undefined
    ? [ok("idle stream", `still open after ${ms(lived)}`), keepAlive]
    : [
        fail(
          "idle stream",
          `${ended} after ${ms(lived)}`,
          "raise the proxy's idle timeout, or send comments oftener",
        ),
        keepAlive,
      ];
}

/** Whether POSTs find the process that holds their stream. */
export async function checkRouting({ settings, sessions }: Patient): Promise<Finding> {
  if (sessions === 0) return skip("misrouting", "not looked at: --sessions 8 does");
  let opened = 0;
  let posts = 0;
  let lost = 0;
  const refused = new Set<number>();
  for (let n = 0; n < sessions; n++) {
    const stream = await openStream(settings, { isFresh: true });
    try {
      const first = await stream.event(() => true, settings.timeoutMs);
      if (stream.head.status !== 200 || first === undefined || !URL.canParse(first.event.data, settings.url))
        continue;
      opened += 1;
      const url = new URL(first.event.data, settings.url);
      for (let post = 0; post < 2; post++) {
        posts += 1;
        const status = await statusOf(settings, { method: "POST", url, body: INITIALIZE, isFresh: true });
        if (status === 404 || status === 400) lost += 1;
        else if (!isTaken(status)) refused.add(status);
      }
    } finally {
      stream.close();
    }
  }
  if (opened === 0) return info("misrouting", "no further session could be opened");
  const seen = `${lost} of ${posts} POSTs of ${opened} sessions did not find their stream`;
  if (refused.size > 0 && lost === 0)
    return warn("misrouting", `cannot be told: POSTs were answered ${[...refused].join(", ")}`, LOG_FIX);
  if (lost === 0) return ok("misrouting", seen);
  const percent = Math.round((100 * lost) / posts);
  return fail(
    "misrouting",
    `${seen} (${percent} %)`,
    "one process per session, routing by session, or a message bus",
  );
}

function isTaken(status: number): boolean {
  return status >= 200 && status <= 299;
}
