// One URL, two transports: Streamable HTTP first, HTTP+SSE where the server does not know it.
//
//     POST initialize ─▶ 2xx                     Streamable HTTP
//                     ─▶ 400, 404, 405           GET: HTTP+SSE
//                     ─▶ anything else           the error, as it is
//
// Spec: MCP 2025-03-26 transports, "Backwards Compatibility".

import { listenForAbort } from "@mcp-sse/jsonrpc";
import type { FetchLike } from "@mcp-sse/sse-client";
import { checkRedirectPolicy } from "./client-fetch.ts";
import type { SSEClientTransportOptions } from "./client-options.ts";
import { checkConnectable } from "./connectable.ts";
import { loadStreamableHttp } from "./sdk-streamable-http.ts";
import type { SdkTransport } from "./sdk-transport.ts";
import { SSEClientTransport } from "./sse-client-transport.ts";
import { targetOf } from "./target.ts";

/** What `connectMcp` does with a client: the SDK's `Client` fits, v1 and v2. */
export interface McpClient {
  connect(transport: SdkTransport, options?: { signal?: AbortSignal }): Promise<void>;
  close(): Promise<void>;
}

/** Options of {@link connectMcp}; those of the SDK go to both transports, the limits to HTTP+SSE. */
export interface ConnectMcpOptions<C extends McpClient> extends SSEClientTransportOptions {
  /** Makes a client that is not connected. Called once for each transport that is tried. */
  createClient(): C | Promise<C>;
  /** Ends the attempt, which rejects with its reason. Without effect once connected. */
  readonly signal?: AbortSignal | undefined;
}

/** A client that has initialized, and how. */
export interface McpConnection<C extends McpClient> {
  readonly client: C;
  readonly transport: SdkTransport;
  readonly kind: "streamable-http" | "sse";
}

/** Statuses with which a server says that it does not take a POST there, and none that says "not you", or "not now". */
const NOT_STREAMABLE: readonly number[] = [400, 404, 405];

/**
 * Connects a client of the official SDK to a server that speaks Streamable HTTP or HTTP+SSE.
 *
 * Streamable HTTP is tried first. If its first POST is answered 400, 404 or 405, HTTP+SSE is tried; any other
 * failure, 401 and 5xx among them, is thrown as it is. A client that did not connect is closed.
 *
 * @returns the connected client and its transport.
 * @throws TypeError for a URL that is not absolute, for a `createClient` that is no function or returns no client, and
 *   for a `redirectPolicy` that is not known.
 * @throws `TransportError` `ERR_TRANSPORT_NO_SDK` if no SDK with Streamable HTTP is installed; what the
 *   transport threw that was tried last.
 */
export async function connectMcp<C extends McpClient>(
  url: URL | string,
  options: ConnectMcpOptions<C>,
): Promise<McpConnection<C>> {
  const target = targetOf(url);
  const { createClient, signal, ...transportOptions } = { ...options };
  if (typeof createClient !== "function") {
    throw new TypeError("createClient must be a function that makes a client, new for each transport");
  }
  checkRedirectPolicy(transportOptions);
  signal?.throwIfAborted();
  const client = await clientOf(createClient);
  const { StreamableHTTPClientTransport } = await loadStreamableHttp(client);
  const watch = watchPosts(target, transportOptions.fetch);
  const { authProvider, requestInit, redirectPolicy } = transportOptions;
  const given = definedOf({ authProvider, requestInit, redirectPolicy, fetch: watch.fetch });
  const streamable = new StreamableHTTPClientTransport(target, given) as SdkTransport;
  try {
    await connect(client, streamable, signal);
    return { client, transport: streamable, kind: "streamable-http" };
  } catch (error) {
    if (signal?.aborted || !watch.refusedAsUnknown()) throw error;
  }
  const next = await clientOf(createClient);
  const transport = new SSEClientTransport(target, transportOptions);
  await connect(next, transport, signal);
  return { client: next, transport, kind: "sse" };
}

async function clientOf<C extends McpClient>(createClient: () => C | Promise<C>): Promise<C> {
  const client = await createClient();
  checkConnectable("createClient", client, "client");
  return client;
}

async function connect(
  client: McpClient,
  transport: SdkTransport,
  signal: AbortSignal | undefined,
): Promise<void> {
  const stopListening = listenForAbort(signal, () => void transport.close());
  try {
    signal?.throwIfAborted();
    await client.connect(transport, signal && { signal });
  } catch (error) {
    // Not the transport: a client that did not initialize has closed it, and the SDK's would tell that twice.
    await client.close().catch(() => {});
    throw signal?.aborted ? signal.reason : error;
  } finally {
    stopListening();
  }
}

/** Remembers how the server answered POSTs to the URL: the SDK's errors say it in two different ways. */
function watchPosts(target: URL, given: FetchLike | undefined) {
  let taken = false;
  let status: number | undefined;
  const fetch: FetchLike = async (url, init) => {
    const response = await (given ?? globalThis.fetch)(url, init);
    if (init?.method === "POST" && new URL(url).href === target.href) {
      status = response.status;
      taken ||= response.ok;
    }
    return response;
  };
  return { fetch, refusedAsUnknown: () => !taken && status !== undefined && NOT_STREAMABLE.includes(status) };
}

/** Without the members that are not given: the SDK spreads its options over its defaults. */
function definedOf(options: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
