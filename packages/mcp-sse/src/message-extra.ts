// What the SDK hands to handlers beside a message: made of the POST that carried it, and no sooner than read.

import { lazyRequest, type RequestHead } from "./lazy-request.ts";
import type { SdkAuthInfo, SdkMessageExtra, SdkRequestInfo } from "./sdk-transport.ts";

/** The POST that carried a message. */
export interface MessageRequest extends RequestHead {
  readonly authInfo: unknown;
}

/** Describes a request in the words of SDK v1 (`requestInfo`) and v2 (`request`); each is made once. */
export function messageExtra(request: MessageRequest): SdkMessageExtra {
  return new MessageExtra(request);
}

/**
 * Its own properties, so that a copy has them; their getters are shared. A getter made for each message would give each
 * message a hidden class of its own, which V8 keeps, and the request with it, until the next full collection.
 */
function ownGetter<T>(get: (this: T) => unknown): PropertyDescriptor & ThisType<T> {
  return { configurable: true, enumerable: true, get };
}

class MessageExtra implements SdkMessageExtra {
  declare readonly requestInfo: SdkRequestInfo;
  readonly request: Request;
  readonly authInfo: SdkAuthInfo | undefined;
  readonly #post: MessageRequest;
  #requestInfo: SdkRequestInfo | undefined;

  constructor(post: MessageRequest) {
    this.#post = post;
    this.request = lazyRequest(new PostHead(post));
    this.authInfo = post.authInfo as SdkAuthInfo | undefined;
    Object.defineProperty(this, "requestInfo", MessageExtra.#getRequestInfo);
  }

  static readonly #getRequestInfo = ownGetter<MessageExtra>(function () {
    this.#requestInfo ??= new RequestInfo(this.#post);
    return this.#requestInfo;
  });
}

/** v1 reads `requestInfo` for every request and handlers seldom look inside, so its members wait too. */
class RequestInfo implements SdkRequestInfo {
  declare readonly headers: SdkRequestInfo["headers"];
  declare readonly url: URL | undefined;
  readonly #post: MessageRequest;
  #headers: SdkRequestInfo["headers"] | undefined;

  constructor(post: MessageRequest) {
    this.#post = post;
    Object.defineProperty(this, "headers", RequestInfo.#getHeaders);
    Object.defineProperty(this, "url", RequestInfo.#getUrl);
  }

  static readonly #getHeaders = ownGetter<RequestInfo>(function () {
    this.#headers ??= Object.fromEntries(this.#post.headers);
    return this.#headers;
  });

  static readonly #getUrl = ownGetter<RequestInfo>(function () {
    return urlOf(this.#post);
  });
}

/** The head of a POST, whose URL is always one. */
class PostHead implements RequestHead {
  readonly #post: MessageRequest;

  constructor(post: MessageRequest) {
    this.#post = post;
  }

  get method(): string {
    return this.#post.method;
  }

  get url(): URL {
    return urlOf(this.#post) ?? new URL("http://host.invalid");
  }

  get headers(): Headers {
    return this.#post.headers;
  }
}

/** A drop-in checks no Host, so it may be one of which no URL can be made. */
function urlOf(request: MessageRequest): URL | undefined {
  try {
    return request.url;
  } catch {
    return undefined;
  }
}
