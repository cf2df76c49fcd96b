// Every check of the testkit on our server, and on those of others; docs/conformance.md says what came of it.

import type { CheckServerOptions } from "@mcp-sse/testkit/check";
import { checkServer } from "@mcp-sse/testkit/check";
import { afterAll, describe, expect, test } from "vitest";
import type { Checked } from "../src/conformance.ts";
import { writeConformance } from "../src/conformance.ts";
import * as ours from "../src/our-servers.ts";
import type { Served } from "../src/servers.ts";
import * as servers from "../src/servers.ts";
import { goPeers, pythonPeers } from "../src/toolchains.ts";

const tools: CheckServerOptions = {
  progressTool: { name: "count", arguments: { to: 3 } },
  slowTool: { name: "wait" },
  idleMs: 1_000,
  insecure: true,
};

interface Subject {
  readonly name: string;
  start(): Promise<Served>;
  readonly options?: CheckServerOptions;
  readonly byDesign?: Readonly<Record<string, string>>;
  readonly varies?: Readonly<Record<string, string>>;
  readonly notRun?: string;
}

const authorized: CheckServerOptions = { headers: { Authorization: ours.TOKEN } };
const sdk =
  "the SDK's class looks at it on POST only, and a drop-in does what it does; createMcpSseHandler passes";
const ourSubjects: readonly Subject[] = [
  { name: "createMcpSseHandler on node:http", start: ours.nodeHttp, options: authorized },
  { name: "createMcpSseHandler behind a fetch bridge", start: ours.fetchBridge, options: authorized },
  { name: "createMcpSseHandler on Express", start: ours.onExpress, options: authorized },
  { name: "createMcpSseHandler on node:http2, over TLS", start: ours.http2Secure, options: authorized },
  {
    name: "SSEServerTransport, the drop-in",
    start: ours.dropIn,
    byDesign: {
      "get.accept.excluded": "the response is the application's by then, as with the SDK's class",
      "refuse.two-hosts": sdk,
      "refuse.foreign-host": sdk,
      "refuse.foreign-origin": sdk,
    },
  },
];

const [go, python] = [await goPeers(), await pythonPeers()];
const theirSubjects: readonly Subject[] = [
  { name: "SDK v1 1.32.2, SSEServerTransport on Express", start: servers.sdkV1 },
  { name: "@modelcontextprotocol/server-legacy 2.3.1 on Express", start: servers.serverLegacy },
  { name: "mcp-proxy 6.7.19", start: servers.mcpProxy },
  // Its sessions hear each other, so that checks beside each other would tell of nothing else.
  { name: "supergateway 4.0.0", start: servers.supergateway, options: { concurrency: 1 } },
  {
    name: "Go SDK 1.8.0, SSEHandler",
    start: () => servers.foreign(go),
    varies: { "response.order": "each request is answered by a goroutine of its own" },
    ...("notRun" in go && { notRun: go.notRun }),
  },
  {
    name: "Python SDK 1.30.0, SseServerTransport",
    start: () => servers.foreign(python),
    ...("notRun" in python && { notRun: python.notRun }),
  },
];

const checked = new Map<string, Checked>();

async function check({ name, options, byDesign, varies }: Subject, served: Served): Promise<Checked> {
  try {
    const report = await checkServer(served.url, { ...tools, ...options });
    const result = { name, report, ...(byDesign && { byDesign }), ...(varies && { varies }) };
    checked.set(name, result);
    return result;
  } finally {
    await served.close();
  }
}

/** Starts a server that answers as one: a port that was free may be somebody else's by then. */
async function started({ start, options, notRun }: Subject): Promise<Served> {
  if (notRun !== undefined) throw new Error(notRun);
  for (let attempt = 1; ; attempt++) {
    const served = await start();
    const { failed } = await checkServer(served.url, { ...tools, ...options, only: ["endpoint.first"] });
    if (failed === 0) return served;
    await served.close();
    if (attempt === 3) throw new Error("it did not start");
  }
}

describe("our server passes every check", () => {
  test.each(ourSubjects)("as $name", async (subject) => {
    const { report } = await check(subject, await started(subject));
    if ("absent" in report) throw new Error(report.absent);
    const failed = report.results.filter(({ outcome }) => outcome === "fail").map(({ name }) => name);
    expect(failed).toEqual(Object.keys(subject.byDesign ?? {}));
    const blind = report.results.filter(({ outcome }) => outcome === "not run").map(({ name }) => name);
    expect(blind).toEqual(subject.options === authorized ? [] : ["refuse.unauthorized"]);
  });
});

describe("the servers of others are looked at in the same way", () => {
  for (const subject of theirSubjects) {
    test(subject.name, async () => {
      const served = await started(subject).catch((error: Error) => {
        // A peer that cannot be had here is no fault of anybody's.
        const absent = error.message.split("\n", 1)[0] ?? "";
        console.log(`not run: ${subject.name}: ${absent}`);
        checked.set(subject.name, { name: subject.name, report: { absent } });
      });
      if (served !== undefined) await check(subject, served);
    });
  }
});

describe("docs/conformance.md", () => {
  test("says what was measured", () => {
    const all = [...ourSubjects, ...theirSubjects].map(
      ({ name }): Checked => checked.get(name) ?? { name, report: { absent: "it could not be started" } },
    );
    expect(
      writeConformance("servers", all),
      "it is written now: look at the difference, and commit it",
    ).toEqual([]);
  });
});

afterAll(() => checked.clear());
