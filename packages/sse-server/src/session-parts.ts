// What whoever opens a session gives it.

import type { CloseReason } from "@mcp-sse/jsonrpc";
import type { EventSink, SinkEvents } from "./exchange.ts";
import type { ResolvedSessionLimits } from "./limits.ts";
import type { Reporter } from "./observer.ts";
import type { SseRequest } from "./request.ts";
import type { ServerSession } from "./server-session.ts";
import type { TimerWheel } from "./timer-wheel.ts";

/** What a session is made of. */
export interface SessionParts {
  readonly id: string;
  readonly principal: string | undefined;
  readonly request: SseRequest;
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly limits: ResolvedSessionLimits;
  readonly wheel: TimerWheel;
  readonly reporter: Reporter;
  /** Opens the stream of the GET; nothing is written before the session starts. */
  openStream(events: SinkEvents): EventSink;
  /** The answer has started; or, with a reason, the session ended before it did. Called once. */
  onAnswer(unanswered: CloseReason | undefined): void;
  /** The session takes no more messages: called once, before anything else learns of the end. */
  onLeave(session: ServerSession): void;
  /** Its stream has ended, or never started: called once, after `onLeave`. */
  onEnd(session: ServerSession): void;
}
