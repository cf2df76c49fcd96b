// The official client, v1, with its own transport: nothing of ours on this side.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { CreateMessageRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Peer } from "../peer.ts";
import { SAMPLE } from "../peer.ts";
import { firstText, requestOptions } from "../tool-result.ts";

export async function connectSdkV1(url: URL): Promise<Peer> {
  const client = new Client({ name: "sdk-v1", version: "1.0.0" }, { capabilities: { sampling: {} } });
  client.setRequestHandler(CreateMessageRequestSchema, () => ({
    model: "demo",
    role: "assistant",
    content: { type: "text", text: SAMPLE },
  }));
  let ends = 0;
  client.onclose = () => ends++;
  await client.connect(new SSEClientTransport(url));
  return {
    serverName: client.getServerVersion()?.name ?? "",
    listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
    callTool: async (name, args, options = {}) =>
      firstText(await client.callTool({ name, arguments: args }, undefined, requestOptions(options))),
    close: () => client.close(),
    get ends() {
      return ends;
    },
  };
}
