// Takes a client through the cases, each at a URL of its own, and says what it did.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { PATIENCE_MS } from "../../../patience.ts";
import { type CheckReport, type CheckResult, levelOf, reportOf } from "../report.ts";
import { clientCases } from "./cases.ts";
import type { CaseServer, CaseStream, ClientCase, ClientEnd, SeenRequest } from "./client-case.ts";

/** What checks of a client may be told. */
export interface CheckClientOptions {
  /** How long a run may take, in ms, before it counts as hanging. @defaultValue 5 000 */
  readonly timeoutMs?: number | undefined;
  /** The cases, by name or by the first words of names. @defaultValue all */
  readonly only?: readonly string[] | undefined;
}

/**
 * Drives a client: connects it to the URL, initialises, asks for the list of tools, and closes it.
 * It rejects where the client says that something failed, and gives up when `signal` is aborted.
 */
export type ClientRun = (url: URL, signal: AbortSignal) => Promise<void>;

/**
 * Takes a client through every case, one after another.
 *
 * @returns once every case is over; what a client did wrong is a result.
 */
export async function checkClient(run: ClientRun, options: CheckClientOptions = {}): Promise<CheckReport> {
  const { only } = options;
  const isNamed = (name: string): boolean =>
    only?.some((start) => name === start || name.startsWith(`${start}.`)) ?? true;
  const results: CheckResult[] = [];
  for (const one of clientCases) if (isNamed(one.name)) results.push(await runClientCase(one, run, options));
  return reportOf(results);
}

/** Takes a client through one case. */
export async function runClientCase(
  one: ClientCase,
  run: ClientRun,
  { timeoutMs = PATIENCE_MS }: CheckClientOptions = {},
): Promise<CheckResult> {
  const { name, title, ids } = one;
  const requests: SeenRequest[] = [];
  const foreign = await listen((req, res) => void note(req, true).then(() => res.writeHead(404).end()));
  const path = `/${name}/sse`;
  let stream: CaseStream | undefined;

  async function note(req: IncomingMessage, isForeign: boolean): Promise<string> {
    let body = "";
    // In the order in which they came, though a body takes longer.
    const at = requests.push(seen(req, "", isForeign)) - 1;
    for await (const chunk of req.setEncoding("utf8") as AsyncIterable<string>) body += chunk;
    requests[at] = seen(req, body, isForeign);
    return body;
  }

  const caseServer: CaseServer = {
    path,
    foreign: foreign.url,
    open(res, endpoint = "?sessionId=1") {
      if (!res.headersSent) res.writeHead(200, { "content-type": "text/event-stream" });
      res.write(`event: endpoint\ndata: ${endpoint}\n\n`);
      stream = { res, write: (text) => void res.write(text) };
      return stream;
    },
  };

  const server = await listen((req, res) => {
    void note(req, false).then((body) => {
      if (req.method === "GET" && one.get !== undefined) one.get(caseServer, res, req);
      else if (req.method === "GET") caseServer.open(res);
      else if (stream === undefined) res.writeHead(404).end();
      else take(body, res, stream);
    });
  });

  function take(body: string, res: ServerResponse, open: CaseStream): void {
    const message = JSON.parse(body) as { id?: unknown; method?: string };
    const json = answerTo(message);
    // Where POSTs are answered late, the event is there first.
    if (json !== undefined) (one.answer ?? writeEvent)(open, json, message);
    (one.post ?? accept)(res, open);
  }

  const gone = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<ClientEnd>((resolve) => {
    timer = setTimeout(() => resolve("hung"), timeoutMs);
  });
  const end = await Promise.race([
    late,
    run(new URL(path, server.url), gone.signal).then(
      (): ClientEnd => "connected",
      (): ClientEnd => "failed",
    ),
  ]);
  clearTimeout(timer);
  const posts = requests.filter(({ method, isForeign }) => method === "POST" && !isForeign);
  const judged = end === "hung" ? undefined : one.judge?.({ end, requests, posts }, caseServer);
  gone.abort();
  await Promise.all([server.close(), foreign.close()]);

  const found = judged ?? (end === one.end ? undefined : `it ${end === "hung" ? "hangs" : end}`);
  const result = { name, title, level: levelOf(ids), requirements: ids };
  if (found === undefined) return { ...result, outcome: "pass" };
  return { ...result, outcome: "fail", found, evidence: requests.map(lineOf) };
}

function answerTo({ id, method }: { id?: unknown; method?: string }): string | undefined {
  if (id === undefined || method === undefined) return undefined;
  const results: Readonly<Record<string, object>> = {
    initialize: {
      protocolVersion: "2024-11-05",
      capabilities: { tools: {} },
      serverInfo: { name: "reference", version: "1.0.0" },
    },
    "tools/list": { tools: [] },
  };
  return JSON.stringify({ jsonrpc: "2.0", id, result: results[method] ?? {} });
}

function writeEvent({ res }: CaseStream, json: string): void {
  res.write(`event: message\ndata: ${json}\n\n`);
}

function accept(res: ServerResponse): void {
  res.writeHead(202).end("Accepted");
}

function seen(
  { method = "", url = "", headers }: IncomingMessage,
  body: string,
  isForeign: boolean,
): SeenRequest {
  return { method, target: url, headers, body, isForeign };
}

function lineOf({ method, target, isForeign, body }: SeenRequest): string {
  const line = `> ${method} ${isForeign ? "(the other origin) " : ""}${target} ${body}`.trimEnd();
  return line.length > 160 ? `${line.slice(0, 160)}...` : line;
}

async function listen(
  listener: (req: IncomingMessage, res: ServerResponse) => void,
): Promise<{ url: URL; close(): Promise<void> }> {
  const server: Server = createServer((req, res) => {
    req.on("error", () => {});
    res.on("error", () => {});
    listener(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
