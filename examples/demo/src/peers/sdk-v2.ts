// The official client, v2, over whatever transport it is given.

import type { Transport } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/client";
import type { Peer } from "../peer.ts";
import { SAMPLE } from "../peer.ts";
import { firstText, requestOptions } from "../tool-result.ts";

export async function connectSdkV2(transport: Transport): Promise<Peer> {
  const client = new Client({ name: "sdk-v2", version: "1.0.0" }, { capabilities: { sampling: {} } });
  client.setRequestHandler("sampling/createMessage", () => ({
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
      firstText(await client.callTool({ name, arguments: args }, requestOptions(options))),
    close: () => client.close(),
    get ends() {
      return ends;
    },
  };
}
