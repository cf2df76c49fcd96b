// A message with its POST, and the way back into the asynchronous context of that POST.

import type { JsonRpcMessage } from "@mcp-sse/jsonrpc";
import type { SseRequest } from "./request.ts";
import type { ReceivedMessage } from "./session.ts";

/** Made where the POST is handled: what `AsyncLocalStorage` holds there is what `run` brings back. */
export class PostedMessage implements ReceivedMessage {
  readonly message: JsonRpcMessage;
  readonly request: SseRequest;
  readonly #ran: Promise<void>;
  #enter!: (callback: () => void) => void;

  constructor(message: JsonRpcMessage, request: SseRequest) {
    this.message = message;
    this.request = request;
    // No platform's API is needed: a reaction to a promise runs in the context in which it was registered.
    this.#ran = new Promise<() => void>((resolve) => {
      this.#enter = resolve;
    }).then((callback) => callback());
  }

  run(callback: () => void): Promise<void> {
    this.#enter(callback);
    return this.#ran;
  }
}
