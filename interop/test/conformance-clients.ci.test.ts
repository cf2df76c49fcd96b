// Every case that the testkit has for a client, on our clients and on the SDK's own; docs/conformance.md says what came of it.

import { connectSse } from "@mcp-sse/sse-client";
import type { ClientRun } from "@mcp-sse/testkit/check";
import { checkClient } from "@mcp-sse/testkit/check";
import {
  Client as ClientV2,
  SSEClientTransport as SdkV2Transport,
  type Transport as TransportV2,
} from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport as SdkV1Transport } from "@modelcontextprotocol/sdk/client/sse.js";
import type { Transport as TransportV1 } from "@modelcontextprotocol/sdk/shared/transport.js";
import { SSEClientTransport } from "mcp-sse/client";
import { describe, expect, test } from "vitest";
import type { Checked } from "../src/conformance.ts";
import { writeConformance } from "../src/conformance.ts";

const info = { name: "checked", version: "1.0.0" };

const v1 =
  (transport: (url: URL) => unknown): ClientRun =>
  (url) =>
    talk(new ClientV1(info), transport(url) as TransportV1);
const v2 =
  (transport: (url: URL) => unknown): ClientRun =>
  (url) =>
    talk(new ClientV2(info), transport(url) as TransportV2);

interface AnyClient<Transport> {
  connect(transport: Transport): Promise<void>;
  listTools(): Promise<unknown>;
  close(): Promise<void>;
}

async function talk<Transport>(client: AnyClient<Transport>, transport: Transport): Promise<void> {
  try {
    await client.connect(transport);
    await client.listTools();
  } finally {
    await client.close().catch(() => {});
  }
}

const bare: ClientRun = async (url) => {
  const connection = await connectSse(url);
  try {
    const call = async (id: number, method: string): Promise<void> => {
      await connection.write({ jsonrpc: "2.0", id, method, params: {} });
      for await (const message of connection) {
        if ("id" in message && message.id === id && !("method" in message)) return;
        if ("method" in message && "id" in message) {
          await connection.write({ jsonrpc: "2.0", id: message.id, result: {} });
        }
      }
      throw new Error("the connection ended");
    };
    await call(1, "initialize");
    await connection.write({ jsonrpc: "2.0", method: "notifications/initialized" });
    await call(2, "tools/list");
  } finally {
    await connection.close();
  }
};

const ours: Readonly<Record<string, ClientRun>> = {
  connectSse: bare,
  "SSEClientTransport under SDK v1 1.32.2": v1((url) => new SSEClientTransport(url)),
  "SSEClientTransport under SDK v2 2.4.0": v2((url) => new SSEClientTransport(url)),
};
const theirs: Readonly<Record<string, ClientRun>> = {
  "SDK v1 1.32.2, its SSEClientTransport": v1((url) => new SdkV1Transport(url)),
  "SDK v2 2.4.0, its SSEClientTransport": v2((url) => new SdkV2Transport(url)),
};

const checked: Checked[] = [];

describe("our client is right in every case", () => {
  test.each(Object.entries(ours))("as %s", async (name, run) => {
    const report = await checkClient(run);
    checked.push({ name, report });
    expect(report.results.filter(({ outcome }) => outcome !== "pass")).toEqual([]);
  });
});

describe("the clients of others are taken through the same", () => {
  test.each(Object.entries(theirs))("%s", async (name, run) => {
    checked.push({ name, report: await checkClient(run, { timeoutMs: 3_000 }) });
  });
});

describe("docs/conformance.md", () => {
  test("says what was measured", () => {
    expect(writeConformance("clients", checked), "it is written now: look, and commit it").toEqual([]);
  });
});
