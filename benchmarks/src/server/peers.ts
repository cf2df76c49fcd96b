// The servers under test, by name.

import type { SseHandlerOptions } from "@mcp-sse/sse-server";
import { barePeer } from "./bare.ts";
import { bareFetchPeer } from "./bare-fetch.ts";
import { countedPeer, dropInPeer, IDLE_OBSERVER, readLoopPeer, toTransportPeer } from "./ours.ts";
import type { ServedPeer } from "./peer.ts";
import { sdkExpressPeer, sdkPeer } from "./sdk.ts";

/** Limits that a scenario shortens, so that it need not wait for the defaults. */
export interface ShortLimits {
  readonly stallTimeoutMs?: number;
  readonly bodyTimeoutMs?: number;
  readonly keepAliveMs?: number;
  /** Of the server beneath. */
  readonly headersTimeoutMs?: number;
}

/** The name of a server under test. */
export type PeerName =
  | "bare"
  | "bare fetch"
  | "read"
  | "counted"
  | "read, observed"
  | "read, fetch"
  | "toTransport"
  | "drop-in"
  | "SDK"
  | "SDK on Express";

const peers: Record<PeerName, (limits: ShortLimits) => ServedPeer> = {
  bare: barePeer,
  "bare fetch": bareFetchPeer,
  read: (limits: ShortLimits) => readLoopPeer(ours(limits)),
  counted: (limits: ShortLimits) => countedPeer(ours(limits)),
  "read, observed": () => readLoopPeer({ observer: IDLE_OBSERVER }),
  "read, fetch": () => readLoopPeer({}, "fetch"),
  toTransport: toTransportPeer,
  "drop-in": dropInPeer,
  SDK: sdkPeer,
  "SDK on Express": sdkExpressPeer,
};

/** Makes a server under test. */
export function createPeer(name: PeerName, limits: ShortLimits): ServedPeer {
  return peers[name](limits);
}

/** Infinity does not travel as JSON. */
function ours({ stallTimeoutMs, bodyTimeoutMs, keepAliveMs }: ShortLimits): SseHandlerOptions {
  return { stallTimeoutMs, bodyTimeoutMs, keepAliveMs, maxSessions: Infinity };
}
