// Who asks: the headers of each request, and what happens after a 401.

import { SseClientError } from "./errors.ts";
import type { HeaderMap, HttpAnswer } from "./http.ts";
import type { SseClientAuth, SseClientOptions } from "./options.ts";
import { EVENT_STREAM, JSON_BODY } from "./wire.ts";

type Method = "GET" | "POST";

// Headers that describe one hop. What an application sets there is at best ignored, and at worst breaks framing.
const HOP_BY_HOP = [
  "connection",
  "content-length",
  "expect",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/** Makes the headers of requests, and renews what authorizes them: once for all that are refused together. */
export class Authorization {
  readonly #headers: SseClientOptions["headers"];
  readonly #auth: SseClientAuth | undefined;
  readonly #added = new Headers();
  #fixed: Readonly<Record<Method, HeaderMap>> | undefined;
  #generation = 0;
  #renewing: Promise<void> | undefined;

  /** @throws TypeError if `headers` holds what HTTP does not allow. */
  constructor(headers: SseClientOptions["headers"], auth: SseClientAuth | undefined) {
    this.#headers = headers;
    this.#auth = auth;
    if (typeof headers !== "function") {
      const fixed = { GET: headersFor("GET", headers), POST: headersFor("POST", headers) };
      if (auth === undefined) this.#fixed = fixed;
    }
  }

  /**
   * Has a header sent with every later POST, instead of one of the same name in `headers`.
   *
   * @throws TypeError for what HTTP does not allow.
   */
  setPostHeader(name: string, value: string): void {
    for (const [key, allowed] of toHeaders({ [name]: value })) this.#added.set(key, allowed);
    if (this.#fixed === undefined || typeof this.#headers === "function") return;
    this.#fixed = { GET: this.#fixed.GET, POST: headersFor("POST", this.#withAdded(this.#headers)) };
  }

  /** Whether a 401 can be followed by something better. */
  get canRenew(): boolean {
    return this.#auth?.onUnauthorized !== undefined;
  }

  /** Counts the renewals. A request keeps the number that it was made under. */
  get generation(): number {
    return this.#generation;
  }

  /** The headers of one request; at once where nobody has to be asked. */
  headersOf(method: Method, url: URL): HeaderMap | Promise<HeaderMap> {
    return this.#fixed?.[method] ?? this.#ask(method, url);
  }

  /**
   * Has the application renew its authorization after a 401, unless somebody did since the refused request
   * was made.
   *
   * @param generation - of the refused request.
   * @param answer - the 401; its body belongs to the application until this settles.
   * @throws {@link SseClientError} `ERR_SSE_UNAUTHORIZED` if the application could not.
   */
  async renew(generation: number, answer: HttpAnswer, url: URL): Promise<void> {
    if (generation !== this.#generation) return;
    if (this.#renewing !== undefined) return this.#renewing;
    this.#renewing = this.#renew(answer, url);
    try {
      await this.#renewing;
      this.#generation++;
    } finally {
      this.#renewing = undefined;
    }
  }

  async #renew(answer: HttpAnswer, url: URL): Promise<void> {
    const { status } = answer;
    try {
      await this.#auth?.onUnauthorized?.({ response: answer.toResponse(), url: new URL(url) });
    } catch (cause) {
      throw new SseClientError("ERR_SSE_UNAUTHORIZED", "the authorization could not be renewed", {
        status,
        cause,
      });
    }
  }

  async #ask(method: Method, url: URL): Promise<HeaderMap> {
    const option = this.#headers;
    const given = typeof option === "function" ? await option({ method, url: new URL(url) }) : option;
    const headers = method === "POST" ? this.#withAdded(given) : given;
    return headersFor(method, headers, await this.#auth?.token());
  }

  #withAdded(given: HeadersInit | undefined): Headers {
    const headers = toHeaders(given);
    for (const [name, value] of this.#added) headers.set(name, value);
    return headers;
  }
}

/** What every 401 becomes that is not followed by another try. */
export function unauthorized(): SseClientError {
  return new SseClientError("ERR_SSE_UNAUTHORIZED", "the server answered 401", { status: 401 });
}

function headersFor(method: Method, given: HeadersInit | undefined, token?: string): HeaderMap {
  const headers = toHeaders(given);
  for (const name of HOP_BY_HOP) headers.delete(name);
  if (method === "GET") headers.set("accept", EVENT_STREAM);
  else headers.set("content-type", JSON_BODY);
  if (token !== undefined) setToken(headers, token);
  return Object.fromEntries(headers);
}

// The runtimes' own errors quote the value, which may be a secret: they are neither thrown nor kept as a cause.

function toHeaders(given: HeadersInit | undefined): Headers {
  try {
    return new Headers(given);
  } catch {
    throw new TypeError("headers holds a name or a value that HTTP does not allow");
  }
}

function setToken(headers: Headers, token: string): void {
  try {
    headers.set("authorization", `Bearer ${token}`);
  } catch {
    throw new TypeError("auth.token returned a value that HTTP does not allow in a header");
  }
}
