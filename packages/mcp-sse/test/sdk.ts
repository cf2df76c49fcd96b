// The official SDK in both of its versions, behind the little that the tests need of either.

import { Client as ClientV2 } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { McpServer as McpServerV1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { McpServer as McpServerV2 } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Connectable } from "../src/sdk-transport.ts";

export type Version = "v1" | "v2";
export const versions: readonly Version[] = ["v1", "v2"];

/** The client of one version. */
export interface TestClient extends Connectable {
  close(): Promise<void>;
  ping(): Promise<unknown>;
  /** Calls a tool and gives the text of its answer. */
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<string>;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
}

export interface CallOptions {
  onprogress?: (progress: { progress: number }) => void;
  signal?: AbortSignal;
}

/** The server of one version, with the tools below. */
export interface TestServer extends Connectable {
  close(): Promise<void>;
  /** Times that `onclose` of the protocol was called. */
  readonly closes: () => number;
  /** The signals of the calls of `wait`, in order. */
  readonly waiting: AbortSignal[];
  /** What `onerror` of the protocol was given. */
  readonly errors: Error[];
}

/** What a handler can know of the request that called it. */
export interface Seen {
  sessionId?: string | undefined;
  header?: string | undefined;
  path?: string | undefined;
  clientId?: string | undefined;
}

const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });
const info = { name: "test", version: "1.0.0" };

export function createClient(version: Version): TestClient {
  const roots = async () => ({ roots: [{ uri: "file:///home", name: "home" }] });
  const capabilities = { roots: {} };
  if (version === "v1") {
    const client = new ClientV1(info, { capabilities });
    client.setRequestHandler(ListRootsRequestSchema, roots);
    return withCalls(client, (name, args, options) =>
      client.callTool({ name, arguments: args }, undefined, options),
    );
  }
  const client = new ClientV2(info, { capabilities });
  client.setRequestHandler("roots/list", roots);
  return withCalls(client, (name, args, options) => client.callTool({ name, arguments: args }, options));
}

function withCalls(
  client: ClientV1 | ClientV2,
  callTool: (name: string, args: Record<string, unknown>, options: CallOptions) => Promise<unknown>,
): TestClient {
  const call: TestClient["call"] = async (name, args = {}, options = {}) => {
    const result = await callTool(name, args, options);
    return z.object({ content: z.tuple([z.object({ text: z.string() })]) }).parse(result).content[0].text;
  };
  return Object.assign(client, { call });
}

/**
 * - `echo {text}`: the text
 * - `burst {count}`: progress notifications in the same tick as the result
 * - `seen`: what is known of the request
 * - `context`: what `context` says while it runs
 * - `roots`: asks the client back
 * - `wait`: never answers by itself
 */
export function createServer(
  version: Version,
  context: () => string | undefined = () => undefined,
): TestServer {
  return version === "v1" ? createServerV1(context) : createServerV2(context);
}

function createServerV1(context: () => string | undefined): TestServer {
  const mcp = new McpServerV1(info);
  const state = track(mcp, mcp.server);
  mcp.registerTool("echo", { inputSchema: { text: z.string() } }, async (args) => text(args.text));
  mcp.registerTool("burst", { inputSchema: { count: z.number() } }, async ({ count }, extra) => {
    const progressToken = extra._meta?.progressToken ?? "none";
    for (let progress = 1; progress <= count; progress++) {
      void extra.sendNotification({ method: "notifications/progress", params: { progressToken, progress } });
    }
    return text("done");
  });
  mcp.registerTool("seen", {}, async ({ sessionId, requestInfo, authInfo }) => {
    const header = requestInfo?.headers["x-test"];
    const seen: Seen = {
      sessionId,
      header: typeof header === "string" ? header : undefined,
      path: requestInfo?.url?.pathname,
      clientId: authInfo?.clientId,
    };
    return text(JSON.stringify(seen));
  });
  mcp.registerTool("context", {}, async () => text(context() ?? "none"));
  mcp.registerTool("roots", {}, async () => text(JSON.stringify((await mcp.server.listRoots()).roots)));
  mcp.registerTool("wait", {}, async ({ signal }) => {
    state.waiting.push(signal);
    return await new Promise<never>(() => {});
  });
  return state;
}

function createServerV2(context: () => string | undefined): TestServer {
  const mcp = new McpServerV2(info);
  const state = track(mcp, mcp.server);
  mcp.registerTool("echo", { inputSchema: z.object({ text: z.string() }) }, async (args) => text(args.text));
  mcp.registerTool("burst", { inputSchema: z.object({ count: z.number() }) }, async ({ count }, ctx) => {
    const progressToken = ctx.mcpReq._meta?.progressToken ?? "none";
    for (let progress = 1; progress <= count; progress++) {
      void ctx.mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress } });
    }
    return text("done");
  });
  mcp.registerTool("seen", {}, async ({ sessionId, http }) => {
    const seen: Seen = {
      sessionId,
      header: http?.req?.headers.get("x-test") ?? undefined,
      path: http?.req && new URL(http.req.url).pathname,
      clientId: http?.authInfo?.clientId,
    };
    return text(JSON.stringify(seen));
  });
  mcp.registerTool("context", {}, async () => text(context() ?? "none"));
  mcp.registerTool("roots", {}, async () => text(JSON.stringify((await mcp.server.listRoots()).roots)));
  mcp.registerTool("wait", {}, async ({ mcpReq }) => {
    state.waiting.push(mcpReq.signal);
    return await new Promise<never>(() => {});
  });
  return state;
}

function track(
  mcp: McpServerV1 | McpServerV2,
  server: { onclose?: (() => void) | undefined; onerror?: ((error: Error) => void) | undefined },
): TestServer {
  let closes = 0;
  const errors: Error[] = [];
  server.onclose = () => {
    closes += 1;
  };
  server.onerror = (error) => {
    errors.push(error);
  };
  return {
    connect: (transport) => mcp.connect(transport),
    close: () => mcp.close(),
    closes: () => closes,
    waiting: [],
    errors,
  };
}
