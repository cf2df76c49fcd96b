import type { BridgeError } from "@mcp-sse/bridge";
import type { SseSession } from "@mcp-sse/sse-server";
import { describe, expect, test } from "vitest";
import type { LogFields } from "../../../src/cli/log.ts";
import { sessionLog } from "../../../src/cli/serve/session-log.ts";

function logged(name?: string) {
  const lines: { level: string; event: string; text: string; fields: LogFields | undefined }[] = [];
  const log = sessionLog((level, event, text, fields) => lines.push({ level, event, text, fields }), name);
  return { ...log, lines, texts: () => lines.map(({ text }) => text) };
}

const session = { id: "the-secret-id" } as SseSession;
const child = { number: 3, pid: 42, session };

describe("the log of sessions", () => {
  test("follows a session by a number, never by its id", () => {
    const { observer, childObserver, lines, texts } = logged();
    childObserver.taken?.({ child });
    childObserver.stderr?.({ child, line: "hello" });
    observer.closed?.({ session, reason: { code: "peer" } });
    expect(texts()).toEqual([
      "session 3 opened, process 42",
      "session 3 | hello",
      "session 3 closed: the client has gone",
    ]);
    expect(lines[2]?.fields).toMatchObject({ session: 3, reason: "peer" });
    expect(JSON.stringify(lines)).not.toContain("the-secret-id");
  });

  test("names the server of a file", () => {
    const { observer, childObserver, texts } = logged("files");
    childObserver.stderr?.({ child: { ...child, session: undefined }, line: "hello" });
    observer.refused?.({ method: "GET", status: 403, refusal: "X", detail: "the host" });
    expect(texts()).toEqual(["files waiting 3 | hello", "files refused GET: 403, the host"]);
  });

  test("tells why a process ended its session, once", () => {
    const { observer, childObserver, texts } = logged();
    const reason = Object.assign(new Error("exited with code 1"), {
      name: "BridgeError",
    }) as unknown as BridgeError;
    childObserver.taken?.({ child });
    observer.closed?.({ session, reason: { code: "local", cause: reason } });
    childObserver.ended?.({ child, reason });
    childObserver.ended?.({ child: { ...child, session: undefined }, reason });
    childObserver.ended?.({ child, reason: undefined });
    expect(texts().slice(1)).toEqual([
      "session 3 closed: exited with code 1",
      "waiting 3: exited with code 1",
    ]);
  });

  test("is not drowned by what a process says beside the protocol", () => {
    const { childObserver, lines, texts } = logged();
    const line = { reason: "not-a-message", bytes: 5, id: undefined, ambiguous: false } as const;
    for (let i = 0; i < 100; i++) childObserver.ignored?.({ child, line });
    expect(lines).toHaveLength(20);
    expect(texts().at(-1)).toContain("further ones are not logged");
    childObserver.ended?.({ child, reason: undefined });
    childObserver.ignored?.({ child, line: { ...line, reason: "too-long" } });
    expect(texts().at(-1)).toContain("too long (5 bytes, --max-line)");
  });

  test("tells of failures", () => {
    const { observer, childObserver, lines } = logged();
    observer.error?.({ session: undefined, error: new Error("it failed") });
    observer.error?.({ session: undefined, error: "text" });
    childObserver.lost?.({ child, error: new Error("no room") });
    expect(lines.map(({ level }) => level)).toEqual(["error", "error", "warn"]);
  });
});
