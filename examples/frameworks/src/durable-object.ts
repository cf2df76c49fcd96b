// Cloudflare Workers: the handler lives in a Durable Object, because a session's GET and its POSTs have to meet in one
// place. A Worker that calls `handler.fetch` itself answers 202 and loses the events.
//
//     "durable_objects": { "bindings": [{ "name": "MCP", "class_name": "McpSessions" }] }        (wrangler.jsonc)

import { DurableObject } from "cloudflare:workers";
import { createHandler } from "./mcp-handler.ts";

export class McpSessions extends DurableObject {
  readonly #handler = createHandler({ allowedHosts: ["mcp.example.com"] });

  override fetch(request: Request): Promise<Response> {
    return this.#handler.fetch(request);
  }
}

export default {
  // One object for all. For more, put a shard's name into the path that is routed here, and take it from there.
  fetch: (request: Request, env: { MCP: DurableObjectNamespace }): Promise<Response> =>
    env.MCP.get(env.MCP.idFromName("all")).fetch(request),
};
