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
import { checkConnectable } from "./connectable.ts";
import type { Connectable } from "./sdk-transport.ts";
import { createSessionTransport } from "./to-transport.ts";

/**
 * Serves MCP over HTTP+SSE.
 *
 * @param getServer - makes the server of one session: the SDK's `McpServer` or `Server`, v1 or v2, or whatever else
 *   can `connect`. It is called for each GET that passed the checks, with that GET, and must give a new server each
 *   time: the SDK's refuse a second connection. If it throws, gives nothing, or its server's `connect` rejects, the
 *   GET is answered 500, nothing is left, and `observer.error` is told. All of it has `acceptTimeoutMs`.
 * @param options - those of `createSseHandler`; every default is the safe one.
 * @throws TypeError if `getServer` is no function: one server object for all sessions, say. RangeError for an option
 *   that cannot be.
 */
export function createMcpSseHandler(
  getServer: (request: SseRequest) => Connectable | Promise<Connectable>,
  options?: SseHandlerOptions,
): SseHandler {
  if (typeof getServer !== "function") {
    throw new TypeError("getServer must be a function that makes a new server for each session");
  }
  return createSseHandler(async (session: SseSession) => {
    const server: unknown = await getServer(session.request);
    checkConnectable("getServer", server, "server");
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
