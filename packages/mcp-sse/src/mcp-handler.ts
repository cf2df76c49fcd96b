// One MCP server object per session: the HTTP handler of sse-server, with the official SDK on top.
//
//     GET ─▶ getServer(request) ─▶ server.connect(transport) ─▶ 200, endpoint event
//                 └─ throws, gives nothing ──┴─ rejects ─▶ 500, nothing is left

import {
  createSseHandler,
  type SseHandler,
  type SseHandlerOptions,
  type SseRequest,
  type SseSession,
} from "@mcp-sse/sse-server";
import { TransportError } from "./errors.ts";
import type { Connectable } from "./sdk-transport.ts";
import { createSessionTransport } from "./to-transport.ts";

/**
 * Serves MCP over HTTP+SSE.
 *
 * @param getServer - makes the server of one session: the SDK's `McpServer` or `Server`, v1 or v2, or whatever else
 *   can `connect`. It is called for each GET that passed the checks, with that GET. A server that is connected
 *   already would answer one client on the stream of another, so it is refused.
 *   If it throws, gives nothing, or its server's `connect` rejects, the GET is answered 500, nothing is left, and
 *   `observer.error` is told. `connect` must settle within `acceptTimeoutMs`.
 * @param options - those of `createSseHandler`; every default is the safe one.
 * @throws RangeError for an option that cannot be.
 */
export function createMcpSseHandler(
  getServer: (request: SseRequest) => Connectable | Promise<Connectable>,
  options?: SseHandlerOptions,
): SseHandler {
  return createSseHandler(async (session: SseSession) => {
    const server: unknown = await getServer(session.request);
    if (!isConnectable(server)) throw new TypeError("getServer gave nothing that can connect");
    if (isConnected(server)) {
      throw new TransportError(
        "ERR_TRANSPORT_SERVER_IN_USE",
        "getServer gave a server that is connected already: make a new one for each session",
      );
    }
    await connect(server, session);
  }, options);
}

/**
 * Connects, and has the first message read when that is done: whatever touches the session before starts its
 * answer, and a `connect` that fails could not be answered 500 any more.
 */
async function connect(server: Connectable, session: SseSession): Promise<void> {
  let release!: () => void;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const connecting = server.connect(createSessionTransport(session, released));
  // One turn of the event loop: a `connect` that waits for the client's first message gets it.
  const timer = setTimeout(release, 0);
  try {
    await connecting;
    release();
  } catch (error) {
    // Not at once: this failure has to reach the handler before anything reads.
    void session.closed.then(release);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function isConnectable(server: unknown): server is Connectable {
  return (
    typeof server === "object" &&
    server !== null &&
    "connect" in server &&
    typeof server.connect === "function"
  );
}

/** Both versions show the transport in use: `Server` itself, `McpServer` on the `Server` that it wraps. */
function isConnected(server: object): boolean {
  if ("transport" in server && server.transport !== undefined) return true;
  return "server" in server && typeof server.server === "object" && server.server !== null
    ? "transport" in server.server && server.server.transport !== undefined
    : false;
}
