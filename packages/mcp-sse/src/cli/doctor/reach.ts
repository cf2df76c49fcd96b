// Name, way, and what the GET is answered with: without these nothing else can be looked at.

import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { connect } from "node:tls";
import { failureHint } from "../client/failure-hint.ts";
import { startTimer } from "../client/timer.ts";
import { holdsBack, inBetween } from "./between.ts";
import { type Finding, fail, info, ok, type Patient, warn } from "./check.ts";
import { codingsOf, isReadable } from "./decoded.ts";
import { codeOf } from "./http.ts";
import { openStream, type WatchedStream } from "./stream.ts";

const DAY_MS = 86_400_000;
/** Time in which a certificate is wanted to be renewed, in days. */
const SOON_DAYS = 14;
/** Time to the endpoint event that nobody notices, in ms. */
const QUICK_MS = 1_000;

/** Redirects that clients follow. */
const MAX_REDIRECTS = 5;

const STATUS_FIXES: Readonly<Record<number, string>> = {
  204: "it says that it has no stream: is this the SSE endpoint?",
  400: "is this the SSE endpoint? Servers of Streamable HTTP answer so, too",
  401: "give a token: --bearer-env or --bearer-file",
  403: "the server refuses this Host, Origin or client: see its options (allowedHosts)",
  404: "try another path; often it is /sse",
  405: "it may speak Streamable HTTP only: another transport",
  406: "it does not send event streams at this URL",
  502: "the proxy cannot reach the server",
  503: "the server is full or is being stopped",
  504: "the proxy gave up on the server",
};

/** What to do about a compressed stream. */
export const NO_COMPRESSION: string =
  "leave text/event-stream out of what is compressed (gzip_types in nginx): it can hold events back";

/** Looks the name up. */
export async function checkName({ settings: { url } }: Patient): Promise<Finding> {
  const name = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(name) !== 0) return info("name", `${name} is an address`);
  try {
    const found = await lookup(name, { all: true });
    return ok("name", `${name} is ${found.map(({ address }) => address).join(", ")}`);
  } catch (error) {
    return fail(
      "name",
      `${name} cannot be resolved (${codeOf(error)})`,
      "check the name, and the DNS of this machine",
    );
  }
}

/** Looks at the certificate, where there is one. */
export async function checkTls({ settings: { url, timeoutMs, options } }: Patient): Promise<Finding[]> {
  if (url.protocol !== "https:" || options.agent !== undefined) return [];
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const servername = isIP(host) === 0 ? { servername: host } : {};
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(url.port || 443), rejectUnauthorized: false, ...servername });
    const settle = (finding: Finding): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve([finding]);
    };
    const timer = startTimer(
      () => settle(fail("TLS", "no handshake", "does it speak TLS on this port?")),
      timeoutMs,
    );
    socket.once("error", (error) => {
      const code = codeOf(error);
      settle(fail("TLS", code, hinted(code, "does it speak TLS on this port?")));
    });
    socket.once("secureConnect", () => {
      const { valid_to: until } = socket.getPeerCertificate();
      const days = Math.floor((Date.parse(until) - Date.now()) / DAY_MS);
      const error: unknown = socket.authorizationError;
      const reason = typeof error === "string" ? error : codeOf(error ?? "");
      if (!socket.authorized)
        settle(
          fail(
            "TLS",
            `the certificate is not trusted (${reason})`,
            hinted(reason, "NODE_EXTRA_CA_CERTS=<file> trusts another CA"),
          ),
        );
      else if (days < SOON_DAYS) settle(warn("TLS", `the certificate ends in ${days} days`, "renew it"));
      else settle(ok("TLS", `${socket.getProtocol()}, the certificate is valid for ${days} days`));
    });
  });
}

/** What came of the GET. */
export interface StreamCheck {
  readonly findings: Finding[];
  readonly stream?: WatchedStream;
  /** With the URL that answered, after redirects. */
  readonly patient: Patient;
}

/** Opens the stream and judges its head; as clients do, it follows redirects on the origin. */
export async function checkStream(patient: Patient, seen: readonly string[] = []): Promise<StreamCheck> {
  const { settings } = patient;
  let stream: WatchedStream;
  try {
    stream = await openStream(settings);
  } catch (error) {
    const fix =
      codeOf(error) === "ETIMEDOUT"
        ? "a proxy may hold the head of the answer back, or the server waits before it answers"
        : hinted(codeOf(error), "is the server running, and is the port right?");
    return { findings: [fail("connection", `the GET failed (${codeOf(error)})`, fix)], patient };
  }
  const { status, headMs, header } = stream.head;
  if (status >= 300 && status < 400) {
    stream.close();
    const { finding, target } = redirect(settings.url, status, header("location"));
    if (target === undefined) return { findings: [finding], patient };
    const isCircle = target.href === settings.url.href || seen.includes(target.href);
    if (isCircle || seen.length === MAX_REDIRECTS) {
      const fix = "clients give up: give them the URL of the SSE endpoint itself";
      const how = isCircle ? "a circle" : "and no end to it";
      return { findings: [fail("redirect", `${finding.evidence}, ${how}`, fix)], patient };
    }
    const moved = { ...patient, settings: { ...settings, url: target } };
    const next = await checkStream(moved, [...seen, settings.url.href]);
    return { ...next, findings: [finding, ...next.findings] };
  }
  if (status !== 200) {
    stream.close();
    const fix = STATUS_FIXES[status] ?? "the server's own log says why";
    return { findings: [fail("status", `the GET was answered ${status}`, fix)], patient };
  }
  const between = inBetween(stream.head);
  const findings = [
    ok("status", `200 after ${ms(headMs)}${between === "" ? "" : `; in between: ${between}`}`),
  ];
  const type = header("content-type");
  if (!/^text\/event-stream\s*(;|$)/i.test(type)) {
    stream.close();
    findings.push(
      fail(
        "content type",
        type === "" ? "none" : type,
        "text/event-stream is asked for: is this the SSE endpoint?",
      ),
    );
    return { findings, patient };
  }
  findings.push(ok("content type", type));
  const codings = codingsOf(header("content-encoding")).join(", ");
  if (codings === "") return { findings, stream, patient };
  const evidence = `Content-Encoding: ${codings}, which was not asked for`;
  if (isReadable(header("content-encoding"))) {
    findings.push(warn("compression", evidence, NO_COMPRESSION));
    return { findings, stream, patient };
  }
  stream.close();
  findings.push(fail("compression", `${evidence}, and clients cannot read`, NO_COMPRESSION));
  return { findings, patient };
}

function hinted(code: string, otherwise: string): string {
  return failureHint(code) ?? otherwise;
}

/** @returns where clients follow it to, if they do. */
function redirect(url: URL, status: number, location: string): { finding: Finding; target?: URL } {
  const target = location !== "" && URL.canParse(location, url) ? new URL(location, url) : undefined;
  if (target === undefined) {
    return {
      finding: fail("redirect", `${status} to nowhere`, "it must name a URL: is this the SSE endpoint?"),
    };
  }
  const origin = target.origin === "null" ? target.protocol : target.origin;
  const evidence = `${status} to ${origin}${target.pathname}`;
  if (target.origin === url.origin) {
    const fix = "clients follow it for the GET; give them the URL that it leads to";
    return { finding: warn("redirect", evidence, fix), target };
  }
  const fix = "it leaves the origin, where no client should go with its credentials: use that URL";
  return { finding: fail("redirect", evidence, fix) };
}

/** Waits for the endpoint event, and judges it. @returns the endpoint where there is a usable one. */
export async function checkEndpoint(
  { settings: { url, timeoutMs } }: Patient,
  stream: WatchedStream,
): Promise<{ findings: Finding[]; endpoint?: URL }> {
  const first = await stream.event(() => true, timeoutMs);
  if (first === undefined) {
    const why = stream.ended ?? `nothing for ${ms(timeoutMs)}`;
    const found = holdsBack(stream.head);
    const fix =
      stream.ended !== undefined
        ? "the server must send `event: endpoint` first, and leave the stream open: its own log may say why"
        : found === ""
          ? "the server must send `event: endpoint` first; or a proxy holds it back"
          : `this may hold events back: ${found}; proxy_buffering off, no compression of text/event-stream (gzip_types in nginx)`;
    return { findings: [fail("endpoint event", why, fix)] };
  }
  if (first.event.event !== "endpoint") {
    const name = first.event.event ?? "message";
    return {
      findings: [
        fail(
          "endpoint event",
          `the first event is ${JSON.stringify(name.slice(0, 40))}`,
          "this is no MCP server over HTTP+SSE",
        ),
      ],
    };
  }
  const took = `after ${ms(first.atMs)}`;
  const findings = [
    first.atMs <= QUICK_MS
      ? ok("endpoint event", took)
      : warn("endpoint event", took, "a slow start, or something between that waits for more bytes"),
  ];
  const { data } = first.event;
  const endpoint = URL.canParse(data, url) ? new URL(data, url) : undefined;
  if (endpoint === undefined || endpoint.origin !== url.origin) {
    const evidence =
      endpoint === undefined ? "it is no URL" : `it is on ${endpoint.origin}, the stream on ${url.origin}`;
    findings.push(fail("endpoint URL", evidence, "behind a proxy the server must be told its public URL"));
    return { findings };
  }
  findings.push(ok("endpoint URL", `${endpoint.pathname}, same origin`));
  return { findings, endpoint };
}

/** A time as a person reads it. */
export function ms(time: number): string {
  return time < 10 ? `${time.toFixed(1)} ms` : `${Math.round(time)} ms`;
}
