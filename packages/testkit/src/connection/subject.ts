// What a Connection looks like from outside. Structural: the testkit imports nothing of what it tests.

/** A JSON-RPC message, as far as a suite must know it. */
export interface Message {
  readonly jsonrpc: "2.0";
}

interface AbortOptions {
  readonly signal?: AbortSignal | undefined;
}

/** The contract under test. */
export interface ConnectionSubject extends AsyncIterable<Message> {
  read(options?: AbortOptions): Promise<Message | undefined>;
  write(message: Message, options?: AbortOptions): Promise<void>;
  close(cause?: unknown): Promise<void>;
  readonly closed: Promise<{ readonly code: string; readonly cause?: unknown }>;
}

/** The other end of the connection under test, whatever it is made of. */
export interface ConnectionPeer {
  /**
   * Sends a message; resolves once the local end holds it, so that its next read would not wait.
   *
   * The local end must hold at least 5 that nobody reads.
   */
  send(message: Message): Promise<void>;
  /** The next message that the local end wrote; `undefined` once the peer has seen the end. */
  receive(): Promise<Message | undefined>;
  /** From now on takes nothing of what the local end writes, so that its writes come to wait. */
  hold(): void | Promise<void>;
  /** Ends the connection from this side, waiting for nobody. */
  end(): void | Promise<void>;
}

/** A connection under test, with its other end. */
export interface ConnectionSetup {
  readonly local: ConnectionSubject;
  readonly peer: ConnectionPeer;
  /** Lets go of everything; called also when the connection has ended long ago. */
  dispose(): void | Promise<void>;
}

/** What a case of the suite works with. */
export interface ConnectionContext {
  readonly local: ConnectionSubject;
  readonly peer: ConnectionPeer;
  /** How long to wait for what should come, in ms. */
  readonly patienceMs: number;
}

/** The peer of an end in memory is the other end. */
export function peerOf(remote: ConnectionSubject): ConnectionPeer {
  return {
    send: (message) => remote.write(message),
    receive: () => remote.read(),
    hold: () => {},
    end: () => {
      void remote.close();
    },
  };
}

/** A notification that tells itself from others by its number. */
export interface NumberedMessage extends Message {
  readonly method: string;
  readonly params: { readonly number: number };
}

/** Makes a {@link NumberedMessage}. */
export function numbered(number: number): NumberedMessage {
  return { jsonrpc: "2.0", method: "notifications/numbered", params: { number } };
}

/** The number of what {@link numbered} made, once it has travelled; `undefined` at the end. */
export function numberOf(message: Message | undefined): number | undefined {
  return (message as NumberedMessage | undefined)?.params.number;
}
