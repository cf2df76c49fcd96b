// What the SDK hands to handlers beside a message: made of the POST that carried it, and no sooner than read.

import type { ReceivedMessage } from "@mcp-sse/sse-server";
import type { Delivery } from "./connection-transport.ts";
import { lazyRequest, type RequestHead } from "./lazy-request.ts";
import type { SdkAuthInfo, SdkMessageExtra, SdkRequestInfo } from "./sdk-transport.ts";

/** The POST that carried a message. */
export interface MessageRequest extends RequestHead {
  readonly authInfo: unknown;
}

/** What a transport hands on of a message that a session received. */
export function deliveryOf(received: ReceivedMessage): Delivery {
  return {
    message: received.message,
    extra: messageExtra(received.request),
    run: received.run?.bind(received),
  };
}

/** Describes a request in the words of SDK v1 (`requestInfo`) and v2 (`request`); each is made once. */
export function messageExtra(request: MessageRequest): SdkMessageExtra {
  let requestInfo: SdkRequestInfo | undefined;
  let lazy: Request | undefined;
  return {
    get requestInfo() {
      requestInfo ??= requestInfoOf(request);
      return requestInfo;
    },
    get request() {
      lazy ??= lazyRequest({
        method: request.method,
        get url() {
          return urlOf(request) ?? new URL("http://host.invalid");
        },
        get headers() {
          return request.headers;
        },
      });
      return lazy;
    },
    authInfo: request.authInfo as SdkAuthInfo | undefined,
  };
}

/** v1 reads `requestInfo` for every request and handlers seldom look inside, so its members wait too. */
function requestInfoOf(request: MessageRequest): SdkRequestInfo {
  let headers: SdkRequestInfo["headers"] | undefined;
  return {
    get headers() {
      headers ??= Object.fromEntries(request.headers);
      return headers;
    },
    get url() {
      return urlOf(request);
    },
  };
}

/** A drop-in checks no Host, so it may be one of which no URL can be made. */
function urlOf(request: MessageRequest): URL | undefined {
  try {
    return request.url;
  } catch {
    return undefined;
  }
}
