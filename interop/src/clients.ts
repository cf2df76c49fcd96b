// The clients that people run, each with the part of the conversation that it can hold.

import { strict as assert } from "node:assert";
import { experimental_createMCPClient as createMCPClient } from "@ai-sdk/mcp";
import type { Step } from "@mcp-sse/example-demo/conversation";
import type { Peer } from "@mcp-sse/example-demo/peer";
import { connectSdkV1 } from "@mcp-sse/example-demo/peers/sdk-v1";
import { connectSdkV2 } from "@mcp-sse/example-demo/peers/sdk-v2";
import { SSEClientTransport as SdkV2Transport } from "@modelcontextprotocol/client";
import { SSEClientTransport as SdkV1Transport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { npx } from "./npx.ts";
import { start } from "./process.ts";
import type { Available } from "./toolchains.ts";

export type Outcome = Pick<Step, "name" | "error">;

export const sdkV1 = (url: URL): Promise<Peer> => connectSdkV1(new SdkV1Transport(url));
export const sdkV2 = (url: URL): Promise<Peer> => connectSdkV2(new SdkV2Transport(url));

/** A host that only speaks stdio, reaching the server through mcp-remote. */
export function throughMcpRemote(url: URL): Promise<Peer> {
  const [command, args] = npx("mcp-remote", url.href, "--transport", "sse-only", "--allow-http");
  return connectSdkV1(new StdioClientTransport({ command, args, stderr: "ignore" }));
}

export async function aiSdk(url: URL): Promise<Outcome[]> {
  const { step, outcomes } = recorder();
  let client: Awaited<ReturnType<typeof createMCPClient>> | undefined;
  await step("initialize", async () => {
    client = await createMCPClient({ transport: { type: "sse", url: url.href } });
  });
  await step("parallel calls", async () => {
    const { add } = (await client?.tools()) ?? {};
    assert.ok(add !== undefined, "the server lists add");
    const answers = await Promise.all(
      Array.from({ length: 32 }, async (_, n) =>
        add.execute({ a: n, b: 1000 * n }, { toolCallId: "", messages: [] }),
      ),
    );
    assert.deepEqual(
      answers.map((answer) => (answer as { content: { text: string }[] }).content[0]?.text),
      Array.from({ length: 32 }, (_, n) => `${n} + ${1000 * n} = ${1001 * n}`),
    );
  });
  await step("close", async () => client?.close());
  return outcomes;
}

/** The Inspector's command line: a connection per call. */
export async function inspector(url: URL): Promise<Outcome[]> {
  const { step, outcomes } = recorder();
  const cli = async (...args: string[]): Promise<unknown> => {
    const peer = start(
      npx("@modelcontextprotocol/inspector", "--cli", url.href, "--transport", "sse", ...args),
    );
    return JSON.parse((await peer.output).join("\n"));
  };
  await step("list", async () => {
    const { tools } = (await cli("--method", "tools/list")) as { tools: { name: string }[] };
    assert.ok(tools.some(({ name }) => name === "add"));
  });
  await step("call", async () => {
    const args = ["--method", "tools/call", "--tool-name", "add", "--tool-arg", "a=1", "--tool-arg", "b=2"];
    const { content } = (await cli(...args)) as { content: { text: string }[] };
    assert.equal(content[0]?.text, "1 + 2 = 3");
  });
  return outcomes;
}

/** A client of another language's SDK: it prints its steps. */
export async function foreign(available: Available, url: URL): Promise<Outcome[]> {
  if ("notRun" in available) throw new Error(available.notRun);
  const [command, args] = available.command("client");
  const lines = await start([command, [...args, url.href]]).output;
  return lines.map((line) => JSON.parse(line) as Outcome);
}

/** curl: the stream in one process, the POSTs in others. */
export async function curl(url: URL): Promise<Outcome[]> {
  const { step, outcomes } = recorder();
  const stream = start(["curl", ["--no-progress-meter", "--no-buffer", url.href]]);
  try {
    let endpoint = "";
    await step("endpoint", async () => {
      endpoint = new URL(await stream.line(/^data: (\S+)/), url).href;
    });
    await step("call", async () => {
      const post = (body: string): Promise<string[]> => {
        const options = ["--no-progress-meter", "--fail", "--json", body, "--write-out", "\\n%{http_code}"];
        return start(["curl", [...options, endpoint]]).output;
      };
      const init = `{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"curl","version":"1"}}`;
      const posted = await post(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":${init}}`);
      assert.equal(posted.at(-1), "202");
      await stream.line(/^data: .*"id":1/);
      await post(`{"jsonrpc":"2.0","method":"notifications/initialized"}`);
      await post(
        `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"add","arguments":{"a":1,"b":2}}}`,
      );
      assert.match(await stream.line(/^data: .*"id":2.*/), /1 \+ 2 = 3/);
    });
  } finally {
    await stream.kill();
  }
  return outcomes;
}

export function recorder(): {
  outcomes: Outcome[];
  step(name: string, run: () => Promise<unknown>): Promise<void>;
} {
  const outcomes: Outcome[] = [];
  return {
    outcomes,
    async step(name, run) {
      try {
        await run();
        outcomes.push({ name });
      } catch (error) {
        outcomes.push({ name, error });
      }
    },
  };
}
