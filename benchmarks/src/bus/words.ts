// What the measuring process asks of a node, and what it is told.

/** The buses that are measured. */
export const CARRIERS = ["redis", "nats"] as const;
export type Carrier = (typeof CARRIERS)[number];

/** Of all nodes that are given one. */
export const SECRET = "shared by the nodes of a benchmark";

/** What a node is. */
export type NodeSetup =
  /** A bus, and an inbox that accepts everything. */
  | { readonly kind: "bus"; readonly carrier: Carrier; readonly url: string; readonly isSealed: boolean }
  /** A loop over each session, behind HTTP; without a carrier it is alone. */
  | { readonly kind: "loop"; readonly carrier?: Carrier; readonly url?: string }
  /** The official SDK's server in each session, behind HTTP. */
  | { readonly kind: "sdk"; readonly carrier?: Carrier; readonly url?: string }
  /** mcp-handler 1.x, on the same HTTP server, with its own way over Redis. */
  | { readonly kind: "mcp-handler"; readonly url: string };

/** What a node says first. */
export interface Ready {
  /** Its name on the bus. */
  readonly node: string;
  /** Where it serves HTTP; 0 if it does not. */
  readonly port: number;
}

/** Questions, by name: what is given and what is answered. */
export interface NodeQuestions {
  /** CPU time of the process so far, in µs. */
  cpu: { given: undefined; answer: number };
  /** Delivers one after the other; answers how long each took, in ms. */
  trips: { given: { readonly owner: string; readonly count: number }; answer: readonly number[] };
  /** Delivers with so many under way; answers how long all took, in ms. */
  flood: {
    given: { readonly owner: string; readonly count: number; readonly inFlight: number };
    answer: number;
  };
}

export type NodeQuestion = {
  [Name in keyof NodeQuestions]: { ask: Name; id: number; given: NodeQuestions[Name]["given"] };
}[keyof NodeQuestions];
