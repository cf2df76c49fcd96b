// The official client, v1, over whatever transport it is given.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { CreateMessageRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Peer } from "../peer.ts";
import { SAMPLE } from "../peer.ts";
import { firstText, requestOptions } from "../tool-result.ts";

export async function connectSdkV1(transport: Transport): Promise<Peer> {
  const client = new Client({ name: "sdk-v1", version: "1.0.0" }, { capabilities: { sampling: {} } });
  client.setRequestHandler(CreateMessageRequestSchema, () => ({
    model: "demo",
    role: "assistant",
    content: { type: "text", text: SAMPLE },
  }));
  let ends = 0;
  client.onclose = () => ends++;
  await client.connect(transport);
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
