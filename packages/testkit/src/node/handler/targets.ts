import { expect } from "vitest";
import { expectRefusal, type HandlerCase } from "./context.ts";

/** Targets as only raw bytes can have them. */
export const targets: readonly HandlerCase[] = [
  {
    ids: ["http.status.400.target", "security.endpoint.never-foreign", "http.refused-get.no-session"],
    title: "answers 400 for a target that does not start with exactly one slash, for GET and POST",
    rawOnly: true,
    async run({ start }) {
      const peer = await start();
      for (const target of [
        "//",
        "//evil.example/sse",
        "//evil:99999/",
        "///",
        "/\\evil",
        "/\\/evil.example/sse",
        `http://${peer.host}/sse`,
        "http://evil.example/sse",
        "https://evil.example:99999/",
        "http://[/",
      ]) {
        expectRefusal(await peer.request({ target }), 400, `GET ${target}`);
        expectRefusal(await peer.post(`${target}?sessionId=x`), 400, `POST ${target}`);
      }
      expect(peer.handler.sessionCount).toBe(0);
      await peer.open();
    },
  },
  {
    ids: ["http.status.400.target", "http.order"],
    title: "answers 400 for OPTIONS *, whatever CORS says",
    rawOnly: true,
    async run({ start }) {
      for (const cors of [false, true]) {
        const peer = await start({ options: { cors, allowedOrigins: ["https://app.example"] } });
        expectRefusal(await peer.request({ method: "OPTIONS", target: "*" }), 400);
        await peer.open();
      }
    },
  },
  {
    ids: "security.endpoint.never-foreign",
    title: "advertises an endpoint on its own origin for every odd target that it takes",
    rawOnly: true,
    async run({ start }) {
      const peer = await start();
      const refused: string[] = [];
      for (const target of [
        "/a//evil.example",
        "/a/\\evil.example",
        "/.//evil.example/sse",
        "/%2f%2fevil.example",
        "/%5cevil",
        "/..//evil.example",
        "/x/../..//evil.example/y",
        "/a;b,c'd\"",
      ]) {
        const connection = await peer.connect();
        connection.send({ target });
        const stream = await connection.stream();
        if (stream.head.status === 400) refused.push(target);
        if (stream.head.status !== 200) continue;
        const endpoint = (await stream.next())?.data ?? "";
        const resolved = new URL(endpoint, `http://${peer.host}${SAFE_BASE}`);
        expect(resolved.host, `${target} gave ${endpoint}`).toBe(peer.host);
      }
      expect(peer.handler.sessionCount + refused.length).toBe(8);
      await peer.open();
    },
  },
  {
    ids: "http.status.200",
    title: "serves a request with 900 headers",
    rawOnly: true,
    async run({ start }) {
      const peer = await start();
      const headers = Array.from({ length: 900 }, (_, index) => [`x${index}`, "a"] as const);
      const { endpoint } = await peer.open({ headers });
      expect((await peer.post(endpoint, { headers })).status).toBe(202);
    },
  },
];

/** Where a client that resolves the endpoint stands. */
const SAFE_BASE = "/sse";
