// The little that a broker must do, so that everything else about a bus is written once.

/** Carries texts between the nodes of one broker: at most once, in order from one node to another. */
export interface BusCarrier {
  /** Most bytes of UTF-8 that one text may have. Read when the inbox is open. */
  readonly maxTextBytes: number;

  /**
   * Opens the inbox of a node; opens it again when it seems to be dead.
   *
   * @returns once the broker has confirmed it: what is sent to the node from then on arrives.
   */
  open(node: string, events: CarrierEvents): Promise<void>;

  /**
   * Sends a text to the inbox of a node. Nothing is kept for later: without a connection it is lost.
   *
   * @param id - what `events.nobody` is called with when nobody listens there.
   * @returns settles when the broker has it, or never will.
   */
  request(node: string, id: string, text: string): Promise<void>;

  /** Answers what came to `events.text` as a request of that node with that ID. Never throws: what cannot be sent is lost. */
  reply(node: string, id: string, text: string): void;

  /** Closes the inbox. The connection is left to whoever made it. */
  close(): Promise<void>;
}

/** What a carrier tells. */
export interface CarrierEvents {
  /** A request, or a reply, has come. */
  text(text: string): void;
  /** Nobody listened at the inbox to which a request was sent. */
  nobody(id: string): void;
  /** A request was thrown away, because too much waits for that inbox. */
  overloaded(id: string): void;
  /** A node is gone that listened; what it has answered came before. */
  gone(node: string): void;
  /** The connection is there, and the inbox is open on it. */
  up(): void;
  /** The connection is lost. */
  down(): void;
}
