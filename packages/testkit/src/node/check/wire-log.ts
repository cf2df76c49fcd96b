// What was sent and what came, as lines that a person reads and that say nothing that is secret.

import type { RawRequest } from "../http/raw-request.ts";
import type { RawHead } from "../http/raw-response.ts";

/** Collects the lines of one check. */
export interface WireLog {
  readonly lines: readonly string[];
  /** A text that must not be seen, and what stands for it. */
  hide(secret: string, as: string): void;
  /** The same of any text. */
  redact(text: string): string;
  sent(request: RawRequest): void;
  came(head: RawHead, body?: string): void;
  /** A line that says itself where it belongs. */
  note(line: string): void;
}

const MAX_LINES = 24;
const MAX_LENGTH = 160;

/** The headers of an answer that checks speak of. */
const SHOWN =
  /^(content-type|allow|connection|retry-after|www-authenticate|cache-control|content-encoding|access-control-.*)$/i;

/** Creates an empty log. */
export function createWireLog(): WireLog {
  const lines: string[] = [];
  const secrets = new Map<string, string>();

  function redact(text: string): string {
    let clean = text;
    for (const [secret, as] of secrets) clean = clean.replaceAll(secret, as);
    return clean;
  }

  function note(line: string): void {
    lines.push(shortened(redact(visible(line))));
    // A fault is in the last of them.
    if (lines.length > MAX_LINES) lines.splice(0, 2, "...");
  }

  return {
    lines,
    redact,
    note,
    hide(secret, as) {
      if (secret.length > 3) secrets.set(secret, as);
    },
    sent({ method = "GET", target, headers = [], body, version = "1.1" }) {
      note(`> ${method} ${target} HTTP/${version}`);
      for (const [name, value] of headers) note(`> ${name}: ${value}`);
      if (body !== undefined)
        note(`> ${typeof body === "string" ? body : Buffer.from(body).toString("latin1")}`);
    },
    came(head, body = "") {
      note(`< ${head.text.split("\r\n")[0] ?? ""}`);
      for (const [name, value] of head.headers)
        if (SHOWN.test(name)) note(`< ${name.toLowerCase()}: ${value}`);
      if (body !== "") note(`< ${body}`);
    },
  };
}

/** Control characters, and what looks like a line end, as escapes. */
function visible(text: string): string {
  return text
    .slice(0, 4 * MAX_LENGTH)
    .replace(/[\p{Cc}\u2028\u2029]/gu, (character) => JSON.stringify(character).slice(1, -1))
    .replace(
      /\p{Cc}|[\u2028\u2029]/gu,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
}

function shortened(line: string): string {
  return line.length <= MAX_LENGTH ? line : `${line.slice(0, MAX_LENGTH)}...`;
}
