// Who asks: the headers of each request, and what happens after a 401.

import { answered, type SseClientError } from "./errors.ts";
import type { HeaderMap, HttpAnswer } from "./http.ts";
import type { SseClientAuth, SseClientOptions } from "./options.ts";
import { EVENT_STREAM, JSON_BODY } from "./wire.ts";

// Headers that describe one hop: what an application sets there is at best ignored, and at worst breaks framing.
const HOP_BY_HOP =
  "connection content-length expect keep-alive proxy-connection te trailer transfer-encoding upgrade";

type Method = "GET" | "POST";

/** Makes the headers of requests, and renews what authorizes them: once for all that are refused together. */
export interface Authorization {
  /** Whether a 401 can be followed by something better. */
  readonly canRenew: boolean;

  /** Counts the renewals. A request keeps the number that it was made under. */
  generation(): number;

  /** The headers of one request; at once where nobody has to be asked. */
  headersOf(method: Method, url: URL): HeaderMap | Promise<HeaderMap>;

  /**
   * Has a header sent with every later POST, instead of one of the same name in `headers`.
   *
   * @throws TypeError for what HTTP does not allow.
   */
  setHeader(name: string, value: string): void;

  /**
   * Has the application renew its authorization after a 401, unless somebody did since the refused request
   * was made.
   *
   * @param generation - of the refused request.
   * @param answer - the 401; its body belongs to the application until this settles.
   * @throws {@link SseClientError} `ERR_SSE_UNAUTHORIZED` if the application could not.
   */
  renew(generation: number, answer: HttpAnswer, url: URL): Promise<void>;
}

/**
 * Creates what makes the headers of one connection.
 *
 * @throws TypeError if `headers` holds what HTTP does not allow.
 */
export function createAuthorization(
  headers: SseClientOptions["headers"],
  auth: SseClientAuth | undefined,
): Authorization {
  let generation = 0;
  let renewing: Promise<void> | undefined;
  const added = new Headers();
  const fixed: Partial<Record<Method, HeaderMap>> = {};
  // A copy: what can be iterated only once would go with no request but the first.
  const given = typeof headers === "function" ? headers : allowed("headers", () => new Headers(headers));

  function headersOf(method: Method, url: URL): HeaderMap | Promise<HeaderMap> {
    if (auth || typeof given === "function") return ask(method, url);
    fixed[method] ??= make(method, given);
    return fixed[method];
  }

  async function ask(method: Method, url: URL): Promise<HeaderMap> {
    const asked = typeof given === "function" ? given({ method, url: new URL(url) }) : given;
    return make(method, await asked, await auth?.token());
  }

  function make(method: Method, from: HeadersInit | undefined, token?: string | null): HeaderMap {
    const made = allowed("headers", () => new Headers(from));
    if (method === "GET") made.set("accept", EVENT_STREAM);
    else {
      for (const [name, value] of added) made.set(name, value);
      made.set("content-type", JSON_BODY);
    }
    // Not only `undefined`: what a store does not have is often `null`.
    if (token !== undefined && token !== null) {
      allowed("auth.token", () => made.set("authorization", `Bearer ${token}`));
    }
    for (const name of HOP_BY_HOP.split(" ")) made.delete(name);
    return Object.fromEntries(made);
  }

  async function renew(answer: HttpAnswer, url: URL): Promise<void> {
    try {
      await auth?.onUnauthorized?.({ response: answer.toResponse(), url: new URL(url) });
      generation++;
    } catch (cause) {
      throw unauthorized(cause);
    }
  }

  return {
    canRenew: auth?.onUnauthorized !== undefined,
    generation: () => generation,
    headersOf,
    setHeader(name, value) {
      allowed("setHeader", () => added.set(name, value));
      delete fixed.POST;
    },
    async renew(refused, answer, url) {
      if (refused !== generation) return;
      renewing ??= renew(answer, url).finally(() => {
        renewing = undefined;
      });
      await renewing;
    },
  };
}

/** What every 401 becomes that is not followed by another try. */
export function unauthorized(cause?: unknown): SseClientError {
  return answered("ERR_SSE_UNAUTHORIZED", 401, cause);
}

/** @param source - what gave the headers that are set. */
function allowed<T>(source: string, set: () => T): T {
  try {
    return set();
  } catch {
    // The runtime's own error quotes the value, which may be a secret: it is not even kept as a cause.
    throw new TypeError(`${source} gave an invalid header`);
  }
}
