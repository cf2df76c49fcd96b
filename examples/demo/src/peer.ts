/** A client, whatever it is made with, as the conversation sees it. */
export interface Peer {
  /** Name of the server, as its answer to `initialize` gives it. */
  readonly serverName: string;
  listTools(): Promise<readonly string[]>;
  /** Calls a tool and returns the text of its first content block. */
  callTool(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<string>;
  close(): Promise<void>;
  /** How often this side was told that its connection ended. */
  readonly ends: number;
}

export interface CallOptions {
  readonly onProgress?: (progress: number) => void;
  readonly signal?: AbortSignal;
}

/** What the client answers when a server asks it to sample a model. */
export const SAMPLE = "forty-two, says the client";
