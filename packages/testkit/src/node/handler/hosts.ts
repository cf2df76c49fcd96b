import { expect } from "vitest";
import { expectRefusal, type HandlerCase, type Peer, PING, SSE_PATH } from "./context.ts";

type Headers = readonly (readonly [name: string, value: string])[];

/** Fails unless both GET and POST with these headers pass, or both are 403 and leave no session. */
async function expectBoth(peer: Peer, endpoint: string, headers: Headers, passes: boolean): Promise<void> {
  const what = JSON.stringify(headers);
  const sessions = peer.handler.sessionCount;
  const post = await peer.request({
    method: "POST",
    target: endpoint,
    headers: [...headers, ["Content-Type", "application/json"]],
    body: PING,
  });
  if (!passes) {
    expectRefusal(post, 403, `POST with ${what}`);
    expectRefusal(await peer.request({ target: SSE_PATH, headers }), 403, `GET with ${what}`);
    expect(peer.handler.sessionCount, what).toBe(sessions);
    return;
  }
  expect(post.status, `POST with ${what}`).toBe(202);
  const connection = await peer.connect();
  connection.send({ target: SSE_PATH, headers });
  expect((await connection.stream()).head.status, `GET with ${what}`).toBe(200);
}

/** Host and Origin, on GET and POST alike. */
export const hosts: readonly HandlerCase[] = [
  {
    ids: ["security.host.loopback", "security.host.get-and-post"],
    title: "takes the loopback names with and without a port, in any case, from GET and POST (X01)",
    async run({ start }) {
      const peer = await start();
      const { endpoint } = await peer.open();
      const port = peer.host.split(":")[1];
      for (const host of [
        `127.0.0.1:${port}`,
        `localhost:${port}`,
        `[::1]:${port}`,
        `LOCALHOST:${port}`,
        "localhost",
        "127.0.0.1",
        "[::1]",
      ]) {
        await expectBoth(peer, endpoint, [["Host", host]], true);
      }
    },
  },
  {
    ids: ["http.status.403.host", "security.host.get-and-post", "http.refused-get.no-session"],
    title: "answers 403 for a Host that is neither loopback nor allowed, also without an Origin (X08)",
    async run({ start }) {
      const peer = await start();
      const { endpoint } = await peer.open();
      const port = peer.host.split(":")[1];
      for (const host of [
        "evil.example",
        `evil.example:${port}`,
        `localhost.evil.example:${port}`,
        `evil.localhost.example`,
        `127.0.0.1.evil.example:${port}`,
        `0.0.0.0:${port}`,
        `notlocalhost:${port}`,
        `my.host:${port}`,
        "192.168.0.1",
        "[::2]",
        "[2001:db8::1]",
      ]) {
        await expectBoth(peer, endpoint, [["Host", host]], false);
      }
    },
  },
  {
    ids: "http.status.403.host",
    title: "answers 403 for a Host that is not one",
    rawOnly: true,
    async run({ start }) {
      const peer = await start();
      const { endpoint } = await peer.open();
      const port = peer.host.split(":")[1];
      for (const host of [
        "",
        "*",
        "[::1",
        "[::1]evil",
        "localhost:port",
        `localhost:${port}, evil.example`,
        `user@localhost:${port}`,
        `localhost:${port}/evil`,
        `localhost:${port}#`,
        `evil.example\\@localhost`,
      ]) {
        await expectBoth(peer, endpoint, [["Host", host]], false);
      }
    },
  },
  {
    ids: "security.host.allowed",
    title: "takes what allowedHosts adds: a name with any port or one, case folded, trailing dot removed",
    async run({ start }) {
      const peer = await start({
        options: { allowedHosts: ["My.Host", "other.host.:8443", "[2001:db8::1]"] },
      });
      const { endpoint } = await peer.open();
      for (const host of [
        "my.host",
        "MY.HOST:1",
        "my.host.",
        "my.host.:80",
        "other.host:8443",
        "[2001:DB8::1]:7",
        "localhost",
      ]) {
        await expectBoth(peer, endpoint, [["Host", host]], true);
      }
      for (const host of [
        "sub.my.host",
        "my.host.evil",
        "other.host",
        "other.host:80",
        "host",
        "evilmy.host",
      ]) {
        await expectBoth(peer, endpoint, [["Host", host]], false);
      }
    },
  },
  {
    ids: "security.host.allowed",
    title: 'takes every Host with allowedHosts "any", and has no wildcards',
    async run({ start }) {
      const any = await start({ options: { allowedHosts: "any" } });
      const opened = await any.open();
      await expectBoth(any, opened.endpoint, [["Host", "anything.example:1"]], true);
      for (const wildcard of ["*", "*.example"]) {
        const starred = await start({ options: { allowedHosts: [wildcard] } }).catch((error: unknown) => {
          // Better than to take it for a name that no client has.
          expect(error).toBeInstanceOf(RangeError);
        });
        if (!starred) continue;
        const { endpoint } = await starred.open();
        await expectBoth(starred, endpoint, [["Host", "my.example"]], false);
      }
    },
  },
  {
    ids: "security.origin.same-host",
    title: "takes the origin whose host is the accepted Host, and no other loopback origin",
    async run({ start }) {
      const peer = await start();
      const { endpoint } = await peer.open();
      const port = Number(peer.host.split(":")[1]);
      await expectBoth(peer, endpoint, [["Origin", `http://127.0.0.1:${port}`]], true);
      await expectBoth(
        peer,
        endpoint,
        [
          ["Host", `localhost:${port}`],
          ["Origin", `http://localhost:${port}`],
        ],
        true,
      );
      for (const origin of [
        `http://127.0.0.1:${port + 1}`,
        "http://127.0.0.1",
        `http://localhost:${port}`,
        `http://[::1]:${port}`,
      ]) {
        await expectBoth(peer, endpoint, [["Origin", origin]], false);
      }
    },
  },
  {
    ids: ["http.status.403.origin", "security.origin.exact", "http.refused-get.no-session"],
    title:
      "answers 403 for every other Origin: foreign, null, empty, two, or one that only looks right (X03)",
    async run({ start }) {
      const peer = await start({ options: { allowedOrigins: ["https://app.example"] } });
      const { endpoint } = await peer.open();
      const own = `http://${peer.host}`;
      await expectBoth(peer, endpoint, [["Origin", "https://app.example"]], true);
      for (const origin of [
        "http://evil.example",
        "null",
        "",
        "*",
        "http://localhost.evil.example",
        `${own}.evil.example`,
        `http://evil.example@${peer.host}`,
        `http://evil.example#${peer.host}`,
        `${own}, http://evil.example`,
        `http://evil.example, ${own}`,
        "http://app.example",
        "https://app.example.evil",
        "https://sub.app.example",
        "https://app.example:8443",
        "file://",
        "chrome-extension://abc",
        "127.0.0.1",
      ]) {
        await expectBoth(peer, endpoint, [["Origin", origin]], false);
      }
      const two: Headers = [
        ["Origin", own],
        ["Origin", own],
      ];
      await expectBoth(peer, endpoint, two, false);
    },
  },
  {
    ids: ["http.status.400.hosts", "http.refused-get.no-session"],
    title: "answers 400 for two Host headers, also when they are equal",
    rawOnly: true,
    async run({ start }) {
      const peer = await start();
      const { endpoint } = await peer.open();
      for (const second of [peer.host, "evil.example"]) {
        const headers: Headers = [
          ["Host", peer.host],
          ["Host", second],
        ];
        expect((await peer.request({ target: SSE_PATH, headers })).status).toBe(400);
        expect((await peer.request({ method: "POST", target: endpoint, headers, body: PING })).status).toBe(
          400,
        );
      }
      expect(peer.handler.sessionCount).toBe(1);
    },
  },
  {
    ids: "security.host.missing",
    title: "answers 403 for HTTP/1.0 without Host",
    rawOnly: true,
    async run({ start }) {
      const peer = await start();
      expectRefusal(await peer.request({ target: SSE_PATH, version: "1.0" }), 403);
      expect(peer.handler.sessionCount).toBe(0);
      const named = await peer.connect();
      named.send({ target: SSE_PATH, version: "1.0", headers: [["Host", peer.host]] });
      expect((await named.stream()).head.status).toBe(200);
    },
  },
];
