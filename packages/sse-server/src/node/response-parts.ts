// What a session is made of that has a response and no handler.

import { withParam } from "../endpoint.ts";
import type { Answer, EventSink, SinkEvents } from "../exchange.ts";
import type { ResolvedSessionLimits } from "../limits.ts";
import { Reporter, type SseObserver } from "../observer.ts";
import { STREAM_HEADERS } from "../open-session.ts";
import { ACCEPTED } from "../refusal.ts";
import type { SseRequest } from "../request.ts";
import { createLocalSessionId } from "../session-id.ts";
import type { SessionParts } from "../session-parts.ts";
import type { TimerWheel } from "../timer-wheel.ts";
import { requestOf } from "./exchange.ts";
import type { NodeRequest, NodeResponse } from "./node-http.ts";
import { releaseWheel, shareWheel } from "./shared-wheel.ts";
import { NodeSink } from "./sink.ts";

/** What sessions of the same options have in common. */
export interface SharedParts {
  readonly limits: ResolvedSessionLimits;
  readonly reporter: Reporter;
  readonly acceptedBody: string;
  readonly accepted: Answer;
}

/** Those that were made last: of a thousand sessions nearly all are set up alike. */
let last: SharedParts | undefined;

/** What a session of these options shares with others. An observer, which may be one session's own, is not kept here. */
export function sharedParts(
  limits: ResolvedSessionLimits,
  observer: SseObserver | undefined,
  acceptedBody: string,
): SharedParts {
  const isKnown =
    observer === undefined && last?.acceptedBody === acceptedBody && isSame(last.limits, limits);
  if (isKnown && last !== undefined) return last;
  const made = {
    limits,
    reporter: new Reporter(observer),
    acceptedBody,
    accepted: acceptedWith(acceptedBody),
  };
  if (observer === undefined) last = made;
  return made;
}

function isSame(one: ResolvedSessionLimits, other: ResolvedSessionLimits): boolean {
  for (const name in one) {
    if (one[name as keyof ResolvedSessionLimits] !== other[name as keyof ResolvedSessionLimits]) return false;
  }
  return true;
}

/** A class that lets go of what only the answer needed: there are thousands. */
export class ResponseParts implements SessionParts {
  readonly id: string;
  readonly principal: undefined;
  readonly request: SseRequest;
  readonly shared: SharedParts;
  readonly wheel: TimerWheel;
  endpoint: string;
  #exchange: { readonly request: NodeRequest; readonly response: NodeResponse } | undefined;

  constructor(
    response: NodeResponse,
    request: NodeRequest,
    shared: SharedParts,
    endpoint: string,
    sessionParam: string,
  ) {
    this.id = createLocalSessionId();
    this.request = requestOf(request);
    this.shared = shared;
    this.wheel = shareWheel(shared.limits);
    this.endpoint = withParam(endpoint, sessionParam, this.id);
    this.#exchange = { request, response };
  }

  get headers(): Readonly<Record<string, string>> {
    return STREAM_HEADERS;
  }

  get limits(): ResolvedSessionLimits {
    return this.shared.limits;
  }

  get reporter(): Reporter {
    return this.shared.reporter;
  }

  openStream(events: SinkEvents): EventSink {
    if (this.#exchange === undefined) throw new TypeError("the stream was opened already");
    const { request, response } = this.#exchange;
    this.#exchange = undefined;
    return new NodeSink(request, response, events);
  }

  onAnswer(): void {
    this.endpoint = "";
  }

  onLeave(): void {
    releaseWheel(this.wheel);
  }

  onEnd(): void {}
}

function acceptedWith(body: string): Answer {
  if (body === "") return ACCEPTED;
  const headers = {
    "content-type": "text/plain; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
  };
  return { ...ACCEPTED, headers, body };
}
