// The official SDK's clients over their own transports, behind the little that the suite asks of either.

import { Client as ClientV2, SSEClientTransport as TransportV2 } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/sse.js";
import { z } from "zod";

export type Version = "v1" | "v2";
export const versions: readonly Version[] = ["v1", "v2"];

export interface SdkClient {
  /** Calls a tool and gives the text of its answer. */
  call(
    name: string,
    args?: Record<string, unknown>,
    onprogress?: (progress: number) => void,
  ): Promise<string>;
  close(): Promise<void>;
}

const INFO = { name: "suite", version: "1.0.0" };
const ANSWER = z.object({ content: z.tuple([z.object({ text: z.string() })]) });

export async function connectSdk(
  version: Version,
  url: URL,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<SdkClient> {
  if (version === "v1") {
    const client = new ClientV1(INFO);
    await client.connect(new TransportV1(url, { fetch }));
    return {
      close: () => client.close(),
      async call(name, args = {}, onprogress = () => undefined) {
        const options = { onprogress: ({ progress }: { progress: number }) => onprogress(progress) };
        return ANSWER.parse(await client.callTool({ name, arguments: args }, undefined, options)).content[0]
          .text;
      },
    };
  }
  const client = new ClientV2(INFO);
  await client.connect(new TransportV2(url, { fetch }));
  return {
    close: () => client.close(),
    async call(name, args = {}, onprogress = () => undefined) {
      const options = { onprogress: ({ progress }: { progress: number }) => onprogress(progress) };
      return ANSWER.parse(await client.callTool({ name, arguments: args }, options)).content[0].text;
    },
  };
}
