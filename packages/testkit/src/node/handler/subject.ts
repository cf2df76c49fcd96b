// What a handler under test looks like from outside. Structural: nothing of it is imported.

import type { ConnectionSubject, Message } from "../../connection/subject.ts";

/** A request, as `authorize` and others are given it. */
export interface RequestSubject {
  readonly method: string;
  readonly target: string;
  readonly headers: Headers;
}

/** A session, as `accept` is given it. */
export interface SessionSubject extends ConnectionSubject {
  readonly id: string;
  readonly principal: string | undefined;
  receive(): Promise<{ readonly message: Message; readonly request: RequestSubject } | undefined>;
}

/** What `authorize` answers. */
export type AuthorizationSubject =
  | { readonly principal: string }
  | { readonly refuse: 401 | 403; readonly wwwAuthenticate: string };

/** Of the handler's options those that the suite sets. */
export interface HandlerOptionsSubject {
  allowedHosts?: readonly string[] | "any";
  allowedOrigins?: readonly string[];
  cors?: boolean | { credentials?: boolean; allowHeaders?: readonly string[]; maxAgeSeconds?: number };
  authorize?(request: RequestSubject): AuthorizationSubject | Promise<AuthorizationSubject>;
  endpoint?: string | URL | ((request: RequestSubject) => string | URL);
  sessionParam?: string;
  trustForwardedPrefix?: boolean;
  maxBodyBytes?: number;
  bodyTimeoutMs?: number;
  maxQueuedMessages?: number;
  queueTimeoutMs?: number;
  maxSessions?: number;
  maxSessionsPerPrincipal?: number;
  keepAliveMs?: number;
  acceptTimeoutMs?: number;
  observer?: {
    refused?(e: { method: string; status: number; refusal: string; detail: string }): void;
    error?(e: { error: unknown }): void;
  };
}

/** What a message bus can say about a message for another node. */
export type BusOutcome =
  | "accepted"
  | "unknown-session"
  | "forbidden"
  | "rejected: not-json"
  | "rejected: not-a-message"
  | "rejected: too-large"
  | "overloaded"
  | "owner-gone"
  | "bus-down"
  | "timeout";

/** How the handler of one case is to be made. */
export interface HandlerSetup {
  /** Called with each new session; one that does nothing when absent. */
  readonly accept?: (session: SessionSubject) => void | Promise<void>;
  readonly options?: HandlerOptionsSubject;
  /** Gives the handler a bus that answers each delivery like this. */
  readonly busOutcome?: BusOutcome;
  /** Has somebody read each request's body before the handler sees it, and keep nothing of it. */
  readonly consumeBody?: boolean;
}

/** A handler behind a listening server. */
export interface ServedHandler {
  /** `http://127.0.0.1:PORT`, without a path. */
  readonly url: URL;
  readonly handler: {
    readonly sessionCount: number;
    close(options?: { graceMs?: number }): Promise<void>;
  };
  /** Closes the handler and the server. */
  close(): Promise<void>;
}
