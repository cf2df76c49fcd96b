// The seam of scale-out: how a POST finds the process that holds the GET.
//
//     client ──POST──▶ node A ──deliver(owner of the ID, envelope)──▶ bus ──▶ inbox of node B ──▶ session
//                        ◀──────────────── Delivery ────────────────────────────┘
//
// The owner is in the session ID, so a bus carries envelopes and answers, and keeps no directory.

/** One POST on its way to the node that owns its session. Plain data: it may be encoded as JSON. */
export interface Envelope {
  readonly version: 1;
  /** Unique per POST: an owner that sees it twice delivers it once. */
  readonly id: string;
  /** The node that took the POST. */
  readonly from: string;
  readonly sessionId: string;
  /**
   * When the answer is no longer waited for, in ms by `Date.now()` of whoever is handed the envelope: a bus between
   * processes stamps it anew for the owner. Never delivered after it.
   */
  readonly deadline: number;
  readonly principal: string | undefined;
  /** What JSON can hold: an envelope with anything else is `bus-down`, and a POST with it is 500 before it gets here. */
  readonly authInfo: unknown;
  /** The POST's target and the origin it was sent to. */
  readonly target: string;
  readonly origin: string;
  /** The POST's headers, without credentials and hop-by-hop fields. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly remoteAddress: string | undefined;
  /** The message as it came, unread: its one reading is the owner's. */
  readonly body: string;
}

/**
 * What became of an envelope. `accepted`: it is in the session's queue. `unknown-session` and `forbidden`: the
 * client cannot tell them apart. `rejected`: the owner could not read the body. `timeout`: nobody knows.
 */
export type Delivery =
  | {
      readonly status:
        | "accepted"
        | "unknown-session"
        | "forbidden"
        | "overloaded"
        | "owner-gone"
        | "bus-down"
        | "timeout";
    }
  | { readonly status: "rejected"; readonly reason: "not-json" | "not-a-message" | "too-large" };

/** Takes the envelopes that are addressed to a node. Never rejects. */
export type Inbox = (envelope: Envelope) => Promise<Delivery>;

/** Carries envelopes between the nodes that share sessions. */
export interface MessageBus {
  /**
   * `up` when what is sent to the own inbox arrives: a GET is answered 503 otherwise, because its session's POSTs
   * could not find it. `degraded`: an answer of the own inbox is overdue. `down`: until `start` has resolved, and while
   * nothing can be carried. Live streams, and POSTs to sessions of this node, do not depend on it.
   */
  readonly health: "up" | "degraded" | "down";

  /** Largest body that can be carried, in bytes; a larger one is answered 413 before it is sent. */
  readonly maxBodyBytes: number;

  /**
   * Opens the inbox of a node; resolves only when everything sent to it from now on arrives.
   *
   * @param options - `secret`: what the nodes share; a bus that others can write to takes nothing that is not
   *   authenticated by it.
   */
  start(
    node: string,
    inbox: Inbox,
    options?: { readonly secret?: string | Uint8Array | undefined },
  ): Promise<void>;

  /**
   * Carries an envelope to its owner. Never rejects, and settles by the envelope's deadline.
   *
   * @param signal - aborted when the poster gave up.
   */
  deliver(owner: string, envelope: Envelope, signal?: AbortSignal): Promise<Delivery>;

  /** Closes the inbox, after at most `drainMs` for what is on its way. */
  stop(options?: { readonly drainMs?: number | undefined }): Promise<void>;
}
