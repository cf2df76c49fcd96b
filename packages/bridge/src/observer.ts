// What happens to children, for logs and metrics.

import type { SseSession } from "@mcp-sse/sse-server";
import type { BridgeError } from "./errors.ts";
import type { IgnoredLine } from "./line-connection.ts";

/** One child process. */
export interface ChildInfo {
  /** Counts the children of a handler, from 1: a label for logs that, unlike the session's ID, opens nothing. */
  readonly number: number;
  /** `undefined` for one that could not be started. */
  readonly pid: number | undefined;
  /** Whom it serves; `undefined` while it waits for a session. */
  readonly session: SseSession | undefined;
}

/** Told what happens to children. Every method is optional; what they throw is dropped. */
export interface ChildObserver {
  /** A child was started. */
  started?(event: { readonly child: ChildInfo }): void;
  /** A child was given its session. */
  taken?(event: { readonly child: ChildInfo }): void;
  /** A child wrote a line to stderr; control characters are taken out. */
  stderr?(event: { readonly child: ChildInfo; readonly line: string }): void;
  /** A child wrote a line to stdout that is no message. It goes nowhere, and the child lives. */
  ignored?(event: { readonly child: ChildInfo; readonly line: IgnoredLine }): void;
  /** A message was not delivered, and nobody waits for an answer to it. */
  lost?(event: { readonly child: ChildInfo; readonly error: unknown }): void;
  /** A child and its process group have ended; `reason` is absent where the session ended first. */
  ended?(event: { readonly child: ChildInfo; readonly reason: BridgeError | undefined }): void;
}

type Events = { readonly [Name in keyof ChildObserver]-?: Parameters<NonNullable<ChildObserver[Name]>>[0] };

/** Tells an observer; nothing that it does comes back. */
export function tell<Name extends keyof ChildObserver>(
  observer: ChildObserver | undefined,
  name: Name,
  event: Events[Name],
): void {
  try {
    const told: unknown = (observer?.[name] as ((event: Events[Name]) => unknown) | undefined)?.call(
      observer,
      event,
    );
    // One that is an async function rejects instead of throwing.
    if (told instanceof Promise) told.catch(() => {});
  } catch {
    // Whoever is told of errors has nobody to tell his own.
  }
}
