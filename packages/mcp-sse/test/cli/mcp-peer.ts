// An MCP server of a few lines, which says whatever a test wants.

import { type Answer, accept, servePeer } from "../peer.ts";

/** What a request is answered with; nothing at all for `undefined`. */
export type Outcome = { readonly result: unknown } | { readonly error: unknown } | undefined;

/** A request as the server sees it. */
export interface Asked {
  readonly id: unknown;
  readonly method: string;
  readonly params: Record<string, unknown> & { readonly _meta?: { readonly progressToken?: unknown } };
}

const INITIALIZE = {
  result: { protocolVersion: "2024-11-05", capabilities: {}, serverInfo: { name: "peer", version: "1" } },
};

/** Serves it; what it is not told of, it does not know. */
export async function serveMcp(
  methods: Readonly<Record<string, (asked: Asked) => Outcome>> = {},
  { get, post = accept }: { get?: Answer; post?: Answer } = {},
) {
  const asked: Asked[] = [];
  const all: typeof methods = { initialize: () => INITIALIZE, ping: () => ({ result: {} }), ...methods };
  const peer = await servePeer({
    ...(get !== undefined && { get }),
    post(request, response) {
      post(request, response);
      if (request.body === "") return;
      const message = JSON.parse(request.body) as Asked;
      asked.push(message);
      if (message.id === undefined || message.method === undefined) return;
      const answer = all[message.method] ?? (() => ({ error: { code: -32601, message: "unknown" } }));
      const outcome = answer(message);
      if (outcome !== undefined) peer.emit({ jsonrpc: "2.0", id: message.id, ...outcome });
    },
  });
  return { ...peer, asked };
}
