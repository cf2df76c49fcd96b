// One handler's place on the message bus: what it sends to other owners, and what others send to it.

import { SseServerError } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import type { HandlerCore } from "./handler-core.ts";
import { leaveBus, mayReach } from "./memory-bus.ts";
import type { Delivery, Envelope, MessageBus } from "./message-bus.ts";
import { messageOf, type ReceivedBody, receiveBody } from "./receive-body.ts";
import { REFUSALS, type Refusal } from "./refusal.ts";
import { createRequest, type SseRequest } from "./request.ts";
import { HANDLER_CLOSED, type Refused } from "./request-guard.ts";
import { TakenEnvelopes } from "./taken-envelopes.ts";

/** How long a POST waits for the owner's answer, in ms: enough for a broker that reconnects, or a pause for garbage. */
const DELIVERY_TIMEOUT_MS = 2_000;

/** A bus that has not settled by then never will, in ms after the deadline. */
const SETTLE_GRACE_MS = 100;

/** Headers that are for this hop, or for this node's eyes only. */
const KEPT_HERE = new Set([
  "authorization",
  "connection",
  "cookie",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

const NOT_PLAIN: Refused = {
  refusal: REFUSALS.INTERNAL_ERROR,
  detail: "authInfo is not JSON",
};

const UNKNOWN: Refused = { refusal: REFUSALS.UNKNOWN_SESSION, detail: "no such session" };

/** Sends POSTs to the nodes that own their sessions, and takes those for the sessions of its own. */
export class BusNode {
  readonly #bus: MessageBus;
  readonly #core: HandlerCore;
  readonly #taken = new TakenEnvelopes();
  #stopping = false;

  constructor(bus: MessageBus, core: HandlerCore) {
    this.#bus = bus;
    this.#core = core;
    void this.#start();
  }

  /** Whether POSTs to a new session would find it: the bus is up, and the own inbox answers. */
  get ready(): boolean {
    return !this.#stopping && this.#bus.health === "up";
  }

  /** Carries a POST to the owner of its session. */
  async deliver(
    exchange: Exchange,
    sessionId: string,
    principal: string | undefined,
  ): Promise<Refused | undefined> {
    const { ids, settings } = this.#core;
    const owner = await ids.ownerOf(sessionId);
    if (owner === undefined || owner === ids.node || !mayReach(this.#bus, owner)) return UNKNOWN;
    const { maxBodyBytes, bodyTimeoutMs } = settings.limits;
    const carried = Math.min(maxBodyBytes, this.#bus.maxBodyBytes);
    const body = await receiveBody(exchange, carried, bodyTimeoutMs, this.#core.interruptions);
    if (body === undefined) return HANDLER_CLOSED;
    if ("refusal" in body) return body;
    const text = textOf(body);
    if (typeof text !== "string") return text;
    const { target, url, headers, remoteAddress, authInfo } = exchange.request;
    if (!this.#canCarry(authInfo)) return NOT_PLAIN;
    const envelope: Envelope = {
      version: 1,
      id: crypto.randomUUID(),
      from: ids.node,
      sessionId,
      deadline: Date.now() + DELIVERY_TIMEOUT_MS,
      principal,
      authInfo,
      target,
      origin: url.origin,
      headers: carriedHeaders(headers),
      remoteAddress,
      body: text,
    };
    return refusedBy(await this.#carry(owner, envelope, exchange.abandoned()));
  }

  async stop(drainMs: number): Promise<void> {
    this.#stopping = true;
    leaveBus(this.#bus, this.#core.ids.node);
    try {
      await this.#bus.stop({ drainMs });
    } catch (cause) {
      this.#failed("the bus did not stop", cause);
    }
  }

  async #start(): Promise<void> {
    try {
      const { ids, settings } = this.#core;
      await this.#bus.start(ids.node, (envelope) => this.#receive(envelope), { secret: settings.secret });
    } catch (cause) {
      if (!this.#stopping) this.#failed("the bus did not start", cause);
    }
  }

  /** An envelope is plain data; what an application's `authorize` gave may be anything. */
  #canCarry(authInfo: unknown): boolean {
    try {
      if (authInfo !== undefined) JSON.stringify(authInfo);
      return true;
    } catch (cause) {
      this.#failed("authInfo is not JSON", cause);
      return false;
    }
  }

  /** Settles by the deadline whatever the bus does: a bus is somebody else's. */
  async #carry(owner: string, envelope: Envelope, signal: AbortSignal): Promise<Delivery> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<Delivery>((resolve) => {
      timer = setTimeout(resolve, DELIVERY_TIMEOUT_MS + SETTLE_GRACE_MS, { status: "timeout" });
    });
    try {
      return await Promise.race([this.#bus.deliver(owner, envelope, signal), late]);
    } catch (cause) {
      this.#failed("the bus did not deliver", cause);
      // Nobody knows how far it came.
      return { status: "timeout" };
    } finally {
      clearTimeout(timer);
    }
  }

  #failed(what: string, cause: unknown): void {
    this.#core.reporter.error(undefined, new SseServerError("ERR_SSE_BUS", what, { cause }));
  }

  async #receive(envelope: Envelope): Promise<Delivery> {
    const session = this.#core.sessions.get(envelope.sessionId);
    if (session === undefined || !session.live) return { status: "unknown-session" };
    if (session.principal !== envelope.principal) return { status: "forbidden" };
    const remainingMs = envelope.deadline - Date.now();
    if (remainingMs < 0) return { status: "timeout" };
    const known = this.#taken.get(envelope.id);
    if (known !== undefined) return known;
    const message = messageOf({ kind: "content", content: envelope.body });
    if ("refusal" in message) {
      return {
        status: "rejected",
        reason: message.refusal === REFUSALS.NOT_JSON ? "not-json" : "not-a-message",
      };
    }
    // A clock that is set back would keep them for as long.
    const now = performance.now();
    if (this.#taken.isFull(now)) return { status: "overloaded" };
    // A message that waited for room could be queued after its deadline, by a process that was stopped meanwhile.
    const isQueued = session.inbox.tryPut({ message, request: requestOf(envelope) });
    const delivery: Delivery = { status: isQueued ? "accepted" : "overloaded" };
    this.#taken.add(envelope.id, now + remainingMs, delivery);
    if (isQueued) session.received(new TextEncoder().encode(envelope.body).byteLength);
    return delivery;
  }
}

/** The headers that the owner is shown: neither credentials, nor what is for one hop, by its name or by `Connection`. */
function carriedHeaders(headers: Headers): [name: string, value: string][] {
  const named = (headers.get("connection") ?? "").toLowerCase().split(",");
  const hop = new Set(named.map((name) => name.trim()));
  return [...headers].filter(([name]) => !KEPT_HERE.has(name) && !hop.has(name));
}

function requestOf({ target, origin, headers, remoteAddress, authInfo }: Envelope): SseRequest {
  return createRequest({
    method: "POST",
    target,
    remoteAddress,
    authInfo,
    origin: () => origin,
    headers: () => new Headers(headers.map(([name, value]): [string, string] => [name, value])),
  });
}

/** The text of a body; what has none is no JSON. */
function textOf(body: ReceivedBody): string | Refused {
  try {
    // Throws for what is nested deeper than it goes.
    if (body.kind === "parsed") return JSON.stringify(body.value) ?? "";
    if (typeof body.content === "string") return body.content;
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body.content);
  } catch {
    return { refusal: REFUSALS.NOT_JSON, detail: "the body cannot be read as JSON in UTF-8" };
  }
}

function refusedBy(delivery: Delivery): Refused | undefined {
  if (delivery.status === "accepted") return undefined;
  const name = delivery.status === "rejected" ? delivery.reason : delivery.status;
  const refusal: Refusal | undefined = BY_DELIVERY[name];
  if (refusal === undefined) throw new SseServerError("ERR_SSE_BUS", "the bus settled with no Delivery");
  return { refusal, detail: `the bus said ${name}` };
}

const BY_DELIVERY = {
  "unknown-session": REFUSALS.UNKNOWN_SESSION,
  // Somebody else's session does not exist.
  forbidden: REFUSALS.UNKNOWN_SESSION,
  "not-json": REFUSALS.NOT_JSON,
  "not-a-message": REFUSALS.NOT_A_MESSAGE,
  "too-large": REFUSALS.BODY_TOO_LARGE,
  overloaded: REFUSALS.BUS_OVERLOADED,
  "owner-gone": REFUSALS.OWNER_GONE,
  "bus-down": REFUSALS.BUS_DOWN,
  timeout: REFUSALS.BUS_TIMEOUT,
} as const satisfies Record<string, Refusal>;
