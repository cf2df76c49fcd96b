// What a server under test is: a listener for node:http, and the sessions behind it.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { JsonRpcMessage } from "@mcp-sse/jsonrpc";

/** Writes one message to one session. */
export type Writer = (message: JsonRpcMessage) => Promise<void> | void;

/** A server under test. It answers each call with `answerTo` of it. */
export interface ServedPeer {
  listener(req: IncomingMessage, res: ServerResponse): void;
  /** The writing ends of the open sessions. */
  writers(): Iterable<Writer>;
  /** How many sessions it holds. */
  count(): number;
  /** Why sessions ended, where the server tells: code to count. */
  ends?(): Record<string, number>;
}
