// What the application is given of a request, the same on every adapter.

/**
 * One HTTP request, as `authorize`, `endpoint`, `accept` and `receive` see it.
 *
 * `url` and `headers` are built when first read, because most messages never need them.
 */
export interface SseRequest {
  readonly method: string;
  /** The request-target as the client wrote it: path and query. */
  readonly target: string;
  /** The target on the origin that the client named in Host. Host passed the check; the scheme may be a proxy's. */
  readonly url: URL;
  readonly headers: Headers;
  /** The address of the other end of the socket. Node only: under `fetch` it is `undefined`. */
  readonly remoteAddress: string | undefined;
  /**
   * What is known about the caller: `authInfo` of what `authorize` returned, else what a middleware left (on
   * Node: `req.auth`).
   */
  readonly authInfo: unknown;
}

/** What an adapter knows, and how it makes the rest. */
export interface RequestSource {
  readonly method: string;
  readonly target: string;
  readonly remoteAddress: string | undefined;
  readonly authInfo: unknown;
  origin(): string;
  headers(): Headers;
}

/** Makes the request of a source. */
export function createRequest(source: RequestSource): SseRequest {
  return new LazyRequest(source);
}

/** Records what `authorize` said about the caller. Requests of other makers are left alone. */
export function setAuthInfo(request: SseRequest, authInfo: unknown): void {
  if (request instanceof LazyRequest) request.authInfo = authInfo;
}

class LazyRequest implements SseRequest {
  authInfo: unknown;
  readonly #source: RequestSource;
  #url: URL | undefined;
  #headers: Headers | undefined;

  constructor(source: RequestSource) {
    this.#source = source;
    this.authInfo = source.authInfo;
  }

  get method(): string {
    return this.#source.method;
  }

  get target(): string {
    return this.#source.target;
  }

  get remoteAddress(): string | undefined {
    return this.#source.remoteAddress;
  }

  get url(): URL {
    this.#url ??= new URL(this.#source.origin() + this.#source.target);
    return this.#url;
  }

  get headers(): Headers {
    this.#headers ??= this.#source.headers();
    return this.#headers;
  }
}
