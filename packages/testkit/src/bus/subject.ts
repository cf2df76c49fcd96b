// What a message bus looks like from outside. Structural: the testkit imports nothing of what it tests.

/** What became of an envelope. */
export interface BusDelivery {
  readonly status: string;
  readonly reason?: string;
}

/** A POST on its way. */
export interface BusEnvelope {
  readonly version: 1;
  readonly id: string;
  readonly from: string;
  readonly sessionId: string;
  readonly deadline: number;
  readonly principal: string | undefined;
  readonly authInfo: unknown;
  readonly target: string;
  readonly origin: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly remoteAddress: string | undefined;
  readonly body: string;
}

/** Takes the envelopes for a node. Its statuses are those of the contract: the types of a bus are narrower. */
export type BusInbox = (envelope: BusEnvelope) => Promise<{ readonly status: "accepted" }>;

/** The contract under test. */
export interface BusSubject {
  readonly health: "up" | "degraded" | "down";
  readonly maxBodyBytes: number;
  start(node: string, inbox: BusInbox): Promise<void>;
  deliver(owner: string, envelope: BusEnvelope, signal?: AbortSignal): Promise<BusDelivery>;
  stop(options?: { readonly drainMs?: number | undefined }): Promise<void>;
}

/** Buses that reach each other. */
export interface BusSetup {
  /** One more bus. Of a bus that all nodes share, that one. */
  connect(): BusSubject | Promise<BusSubject>;
  /** Lets go of everything, buses excepted: those are stopped. */
  dispose(): void | Promise<void>;
}

/** A node on its bus. */
export interface BusNode {
  readonly name: string;
  readonly bus: BusSubject;
  /** What came, in order. */
  readonly received: BusEnvelope[];
}

/** What a case of the suite works with. */
export interface BusContext {
  /** Joins a new node; `answer` says what becomes of what comes. */
  join(answer?: (envelope: BusEnvelope) => BusDelivery | Promise<BusDelivery>): Promise<BusNode>;
  /** One more bus, that nothing was started on. */
  connect(): BusSubject | Promise<BusSubject>;
  /** Whether all nodes share one bus, which then knows nothing of a node's start and end. */
  readonly isShared: boolean;
}

let made = 0;

/** An envelope that differs from all others. */
export function envelopeTo(owner: string, parts: Partial<BusEnvelope> = {}): BusEnvelope {
  return {
    version: 1,
    id: `00000000-0000-4000-8000-${String(made++).padStart(12, "0")}`,
    from: "poster",
    sessionId: `${owner}.session`,
    deadline: Date.now() + 2_000,
    principal: undefined,
    authInfo: undefined,
    target: "/sse?sessionId=x",
    origin: "http://localhost",
    headers: [],
    remoteAddress: undefined,
    body: '{"jsonrpc":"2.0","method":"ping","id":1}',
    ...parts,
  };
}

/** A name that a node of a handler could have. */
export function nodeName(): string {
  return `node${String(made++).padStart(8, "0")}`;
}
