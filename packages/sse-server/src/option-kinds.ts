// The kind of every option, checked before anything is made of one: an option of another kind would fail with
// the first request, far from who wrote it.

import type { SessionLimits } from "./limits.ts";
import type { SseObserver } from "./observer.ts";
import type { CorsOptions, SseHandlerOptions } from "./options.ts";
import { kindOf, wrongKind } from "./wrong-option.ts";

type Kind = readonly [rule: string, is: (value: unknown) => boolean];

/** Limits are numbers, and checked as such. */
type OtherOption = Exclude<
  keyof SseHandlerOptions,
  keyof SessionLimits | "maxSessions" | "maxSessionsPerPrincipal" | "acceptTimeoutMs"
>;

const isText = (value: unknown): value is string => typeof value === "string";
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isFunction = (value: unknown): boolean => typeof value === "function";

const FUNCTION: Kind = ["a function", isFunction];
const TRUE_OR_FALSE: Kind = ["true or false", (value) => typeof value === "boolean"];
const TEXT: Kind = ["a string", isText];
const OBJECT: Kind = ["an object", isObject];

const HANDLER: Readonly<Record<OtherOption, Kind>> = {
  allowedHosts: ['an array of hosts, or "any"', (value) => value === "any" || isTexts(value)],
  allowedOrigins: ["an array of origins", isTexts],
  cors: ["true, false or an object", (value) => typeof value === "boolean" || isObject(value)],
  authorize: FUNCTION,
  endpoint: ["a path, a URL or a function", isEndpoint],
  trustForwardedPrefix: TRUE_OR_FALSE,
  sessionParam: TEXT,
  bus: ["a MessageBus, with start, deliver and stop", isBus],
  secret: ["a string or a Uint8Array", (value) => isText(value) || isBytes(value)],
  observer: OBJECT,
};

const CORS: Readonly<Record<keyof CorsOptions, Kind>> = {
  credentials: TRUE_OR_FALSE,
  allowHeaders: ["an array of header names", isTexts],
  maxAgeSeconds: ["a number", (value) => typeof value === "number"],
};

const OBSERVER: Readonly<Record<keyof SseObserver, Kind>> = {
  opened: FUNCTION,
  refused: FUNCTION,
  received: FUNCTION,
  sent: FUNCTION,
  backlog: FUNCTION,
  closed: FUNCTION,
  error: FUNCTION,
};

/**
 * Checks what is no limit.
 *
 * @throws TypeError that names the option and the value.
 */
export function checkHandlerKinds(options: SseHandlerOptions): void {
  check("", HANDLER, options);
  if (isObject(options.cors)) check("cors.", CORS, options.cors);
  checkObserver(options.observer);
}

/**
 * Checks an observer; `undefined` is none.
 *
 * @throws TypeError that names what of it cannot be.
 */
export function checkObserver(observer: unknown): void {
  check("", { observer: OBJECT }, { observer });
  if (isObject(observer)) check("observer.", OBSERVER, observer);
}

/**
 * Checks an option that is text; `undefined` is its default.
 *
 * @throws TypeError that names the option and the value.
 */
export function checkText(name: string, value: unknown): void {
  check("", { [name]: TEXT }, { [name]: value });
}

/**
 * Checks that options are an object at all.
 *
 * @throws TypeError that names the value.
 */
export function checkOptions(options: unknown): void {
  if (!isObject(options)) throw wrongKind("options", options, OBJECT[0]);
}

function check(prefix: string, kinds: Readonly<Record<string, Kind>>, options: object): void {
  for (const [name, [rule, is]] of Object.entries(kinds)) {
    const value: unknown = Reflect.get(options, name);
    if (value === undefined || is(value)) continue;
    // Whatever was meant to be the secret is one.
    if (name === "secret") throw new TypeError(`secret must be ${rule}, got ${kindOf(value)}`);
    throw wrongKind(prefix + name, value, rule);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isEndpoint(value: unknown): boolean {
  return isText(value) || isFunction(value) || value instanceof URL;
}

function isBus(value: unknown): boolean {
  return (
    isObject(value) && ["start", "deliver", "stop"].every((method) => isFunction(Reflect.get(value, method)))
  );
}

// Not by instanceof, which one of another realm is not.
function isBytes(value: unknown): boolean {
  return ArrayBuffer.isView(value) && Reflect.get(value, Symbol.toStringTag) === "Uint8Array";
}
