// One check of a server, and what it is given to look with.

import type { RequirementId } from "../../requirements.ts";
import type { RawConnection } from "../http/raw-connection.ts";
import type { RawRequest } from "../http/raw-request.ts";
import type { RawHead, RawResponse } from "../http/raw-response.ts";
import type { CheckedSession, OpenOptions } from "./checked-session.ts";
import type { WireLog } from "./wire-log.ts";

/** A check of a running server: data, so that it can be listed, filtered, and run against servers with one fault each. */
export interface ServerCheck {
  /** Stable: users name it to run it alone. */
  readonly name: string;
  /** Finishes a sentence whose subject is the server. */
  readonly title: string;
  readonly ids: readonly RequirementId[];
  readonly run: (context: CheckContext) => Promise<void>;
}

/** A tool of the server, as a check calls it. */
export interface ToolCall {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
}

/** What checks of a server may be told. */
export interface CheckServerOptions {
  /** Sent with every request: `Authorization`, a cookie, … Never shown. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How long one answer or event may take, in ms. @defaultValue 5 000 */
  readonly timeoutMs?: number | undefined;
  /** How long an idle stream is watched for a comment, in ms; 0 for not at all. @defaultValue 0 */
  readonly idleMs?: number | undefined;
  /** A tool that reports progress when it is given a token, if there is one. */
  readonly progressTool?: ToolCall | undefined;
  /** A tool that runs until it is cancelled, or for longer than the checks take. */
  readonly slowTool?: ToolCall | undefined;
  /** Takes any certificate. @defaultValue false */
  readonly insecure?: boolean | undefined;
  /** The checks to run, by name or by the first words of names: `post`, `endpoint.first`. @defaultValue all */
  readonly only?: readonly string[] | undefined;
  /** How many checks run at a time. @defaultValue 4 */
  readonly concurrency?: number | undefined;
}

/** What one check works with. What it opens is closed after it. */
export interface CheckContext {
  readonly url: URL;
  /** Path and query of the URL. */
  readonly target: string;
  readonly options: CheckServerOptions;
  readonly timeoutMs: number;
  readonly wire: WireLog;
  /** The headers of the options, as lines of a request. */
  readonly ownHeaders: string;
  /** Connects; what is sent by `send` has the headers of the options, and is noted. */
  connect(): Promise<RawConnection>;
  /** Sends one request on a connection of its own, and reads its whole answer. */
  request(request: RawRequest): Promise<RawResponse>;
  /** The same, where the answer may be a stream: its body is not waited for. */
  headOf(request: RawRequest): Promise<RawHead>;
  /** A GET and its first event, which the check itself judges. */
  get(options?: OpenOptions): Promise<CheckedSession>;
  /** A session whose endpoint is known; if there is none, the check is not run. */
  open(options?: OpenOptions): Promise<CheckedSession>;
  /** A session that is initialised; if there is none, the check is not run. */
  initialized(): Promise<CheckedSession>;
}

/** The server is not as the check wants it. */
export class CheckFailure extends Error {
  override readonly name = "CheckFailure";
}

/** The check could not look: the server does not offer what it needs. */
export class CheckNotRun extends Error {
  override readonly name = "CheckNotRun";
}

/** Ends a check as failed, unless `holds`; `found` says what was seen, without anything that differs from run to run. */
export function expectThat(holds: boolean, found: string): asserts holds {
  if (!holds) throw new CheckFailure(found);
}

/** Ends a check as not run, unless `holds`. */
export function needs(holds: boolean, why: string): asserts holds {
  if (!holds) throw new CheckNotRun(why);
}

/** Fails unless the answer has this status. */
export function expectStatus({ status }: Pick<RawResponse, "status">, expected: number, what = "it"): void {
  expectThat(status === expected, `${what} was answered ${status}, not ${expected}`);
}

/** Fails unless the answer says that the request is the client's mistake. */
export function expectRefused({ status }: Pick<RawResponse, "status">, what = "it"): void {
  expectThat(status >= 400 && status < 500, `${what} was answered ${status}, not refused`);
}
