import { expect } from "vitest";
import { expectRefusal, type HandlerCase, type Peer, PING, SSE_PATH } from "./context.ts";

const APP = "https://app.example";

/** Each Host with what its pages' own origin is; `undefined` for one that never passes. */
function hostsOf(port: string): readonly (readonly [host: string, own: string | undefined])[] {
  return [
    [`127.0.0.1:${port}`, `http://127.0.0.1:${port}`],
    [`localhost:${port}`, `http://localhost:${port}`],
    [`LOCALHOST:${port}`, `http://localhost:${port}`],
    ["localhost", "http://localhost"],
    [`[::1]:${port}`, `http://[::1]:${port}`],
    ["my.host", "https://my.host"],
    ["My.Host.:8080", "http://my.host:8080"],
    ["[2001:DB8::1]:8443", "https://[2001:db8::1]:8443"],
    ["evil.example", undefined],
    [`0.0.0.0:${port}`, undefined],
    ["[2001:db8::1]:1", undefined],
    [`localhost.evil.example:${port}`, undefined],
  ];
}

/** Each Origin with whether it passes beside a Host that does. */
function originsOf(own: string): readonly (readonly [origin: string | undefined, passes: boolean])[] {
  return [
    [undefined, true],
    [own, true],
    [APP, true],
    [`${own}.evil.example`, false],
    [own.replace("//", "//evil@"), false],
    [`${own}, ${APP}`, false],
    [`${APP}:444`, false],
    ["null", false],
    ["", false],
  ];
}

async function expectPair(
  peer: Peer,
  endpoint: string,
  host: string,
  origin: string | undefined,
  passes: boolean,
): Promise<void> {
  const headers: (readonly [string, string])[] = [["Host", host]];
  if (origin !== undefined) headers.push(["Origin", origin]);
  const what = JSON.stringify(headers);
  const sessions = peer.handler.sessionCount;
  const post = await peer.post(endpoint, { headers, body: PING });
  const connection = await peer.connect();
  connection.send({ target: SSE_PATH, headers });
  if (passes) {
    expect([post.status, (await connection.stream()).head.status], what).toEqual([202, 200]);
    return;
  }
  expectRefusal(post, 403, `POST with ${what}`);
  expectRefusal(await connection.response(), 403, `GET with ${what}`);
  expect(peer.handler.sessionCount, what).toBe(sessions);
}

/** Host times Origin. */
export const hostOrigin: readonly HandlerCase[] = [
  {
    ids: [
      "security.host.get-and-post",
      "security.origin.exact",
      "security.origin.same-host",
      "http.refused-get.no-session",
    ],
    title: "decides alike for GET and POST on every Host with every Origin (X01, X03, X08)",
    timeoutMs: 30_000,
    async run({ start }) {
      const peer = await start({
        options: {
          allowedHosts: ["my.host", "[2001:db8::1]:8443"],
          allowedOrigins: [APP],
          maxQueuedMessages: Number.POSITIVE_INFINITY,
        },
      });
      const { endpoint } = await peer.open();
      for (const [host, own] of hostsOf(peer.host.split(":")[1] ?? "")) {
        for (const [origin, passes] of originsOf(own ?? `http://${host.toLowerCase()}`)) {
          await expectPair(peer, endpoint, host, origin, passes && own !== undefined);
        }
      }
    },
  },
];
