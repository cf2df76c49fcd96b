// What servers do, rightly or not, and what a client has to make of it.

import type { ClientCase, Observation } from "./client-case.ts";
import { streamCases } from "./stream-cases.ts";

const SLOW_MS = 300;

const event = (json: string): string => `event: message\ndata: ${json}\n\n`;

/** Whether every POST went where the endpoint event said. */
const postsTo =
  (target: (path: string) => string) =>
  ({ posts }: Observation, { path }: { readonly path: string }): string | undefined => {
    const want = target(path);
    const stray = posts.find((post) => post.target !== want);
    if (stray !== undefined) return "a POST went elsewhere";
    return posts.length === 0 ? "nothing was posted" : undefined;
  };

const nothingAbroad = ({ requests }: Observation): string | undefined =>
  requests.some(({ isForeign }) => isForeign) ? "something was sent to the other origin" : undefined;

const nothingPosted = ({ posts }: Observation): string | undefined =>
  posts.length > 0 ? "something was posted all the same" : undefined;

const endpointCase = (name: string, what: string, endpoint: string, target: string): ClientCase => ({
  name: `endpoint.${name}`,
  title: `resolves an endpoint that is ${what}`,
  ids: ["client.endpoint.resolve", "client.post.to-endpoint"],
  end: "connected",
  get: (server, res) => void server.open(res, endpoint),
  judge: postsTo((path) => new URL(target, `http://x${path}`).href.slice("http://x".length)),
});

const statusCase = (status: number, ids: ClientCase["ids"]): ClientCase => ({
  name: `get.${status}`,
  title: `fails at a GET that is answered ${status}`,
  ids,
  end: "failed",
  get: (_server, res) => void res.writeHead(status, { "www-authenticate": "Bearer" }).end(),
  judge: nothingPosted,
});

/** Every case, in the order of a session. */
export const clientCases: readonly ClientCase[] = [
  {
    name: "get.accept",
    title: "asks for an event stream",
    ids: ["client.accept"],
    end: "connected",
    judge: ({ requests }) => {
      const accept = requests.find(({ method }) => method === "GET")?.headers.accept ?? "absent";
      return accept.includes("text/event-stream") ? undefined : `Accept is ${accept}`;
    },
  },
  {
    name: "post.content-type",
    title: "posts JSON, one message each, and says so",
    ids: ["client.post.to-endpoint"],
    end: "connected",
    judge: ({ posts }) => {
      for (const { headers, body } of posts) {
        const type = headers["content-type"] ?? "absent";
        if (!type.startsWith("application/json")) return `Content-Type is ${type}`;
        if (Array.isArray(JSON.parse(body))) return "a batch was posted";
      }
      return posts.length === 0 ? "nothing was posted" : undefined;
    },
  },
  endpointCase(
    "path",
    "an absolute path",
    "/elsewhere/messages?sessionId=1",
    "/elsewhere/messages?sessionId=1",
  ),
  endpointCase("relative", "relative", "messages?sessionId=1", "messages?sessionId=1"),
  endpointCase("query", "a query only", "?sessionId=1", "?sessionId=1"),
  {
    name: "endpoint.url",
    title: "takes an endpoint that is a URL of the same origin",
    ids: ["client.endpoint.resolve"],
    end: "connected",
    get: (server, res, req) =>
      void server.open(res, `http://${req.headers.host ?? ""}${server.path}/messages?sessionId=1`),
    judge: postsTo((path) => `${path}/messages?sessionId=1`),
  },
  {
    name: "endpoint.foreign",
    title: "sends nothing to an endpoint of another origin",
    ids: ["client.endpoint.origin", "client.endpoint.no-leak"],
    end: "failed",
    get: (server, res) => void server.open(res, `${server.foreign.href}messages?sessionId=1`),
    judge: nothingAbroad,
  },
  {
    name: "endpoint.second",
    title: "keeps to the first endpoint when a second comes",
    ids: ["client.second-endpoint"],
    end: "connected",
    get: (server, res) => server.open(res).write("event: endpoint\ndata: /elsewhere?sessionId=2\n\n"),
    judge: postsTo((path) => `${path}?sessionId=1`),
  },
  {
    name: "endpoint.slow",
    title: "waits for an endpoint that takes its time",
    ids: ["client.endpoint.first"],
    end: "connected",
    get: (server, res) => {
      res.writeHead(200, { "content-type": "text/event-stream" });
      res.write(": wait\n\n");
      setTimeout(() => server.open(res), SLOW_MS);
    },
  },
  {
    name: "endpoint.with-message",
    title: "loses no message that comes in one piece with the endpoint",
    ids: ["client.one-scanner"],
    end: "connected",
    get: (server, res) =>
      server
        .open(res, `?sessionId=1\n\n${event('{"jsonrpc":"2.0","id":"s1","method":"ping"}').trimEnd()}`)
        .write(""),
    judge: ({ posts }) =>
      posts.some(({ body }) => body.includes('"s1"'))
        ? undefined
        : "the ping that came with it was not answered",
  },
  ...streamCases,
  statusCase(204, ["client.status"]),
  statusCase(404, ["client.status"]),
  statusCase(401, ["client.status", "client.auth.once"]),
  statusCase(500, ["client.status"]),
  {
    name: "get.content-type",
    title: "fails at an answer that is no event stream",
    ids: ["client.content-type"],
    end: "failed",
    get: (_server, res) =>
      void res.writeHead(200, { "content-type": "text/html" }).end("event: endpoint\ndata: ?sessionId=1\n\n"),
    judge: nothingPosted,
  },
  {
    name: "get.ends",
    title: "fails at a stream that ends before its endpoint",
    ids: ["client.endpoint.first"],
    end: "failed",
    get: (_server, res) =>
      void res.writeHead(200, { "content-type": "text/event-stream" }).end(": nothing\n\n"),
    judge: nothingPosted,
  },
  {
    name: "redirect.foreign",
    title: "follows no redirect to another origin",
    ids: ["client.redirect", "client.endpoint.no-leak"],
    end: "failed",
    get: (server, res) => void res.writeHead(307, { location: server.foreign.href }).end(),
    judge: nothingAbroad,
  },
  ...([200, 204] as const).map(
    (status): ClientCase => ({
      name: `post.${status}`,
      title: `takes ${status} for acceptance`,
      ids: ["client.post.accepted"],
      end: "connected",
      post: (res) => void res.writeHead(status).end(status === 200 ? "Accepted" : undefined),
    }),
  ),
  {
    name: "post.late",
    title: "takes an event that comes before its POST is answered",
    ids: ["client.post.accepted"],
    end: "connected",
    post: (res) => void setTimeout(() => res.writeHead(202).end(), SLOW_MS),
  },
  {
    name: "post.refused",
    title: "fails a call whose POST is refused",
    ids: ["client.post.failure"],
    end: "failed",
    answer: () => {},
    post: (res) => void res.writeHead(500).end(),
  },
  {
    name: "stream.cut",
    title: "tells of a stream that was cut, and goes on in no session that it never initialised",
    ids: ["client.no-switch", "delivery.one-end"],
    end: "failed",
    answer: ({ res }, json, { method }) => {
      if (method === "initialize") res.write(event(json));
      else res.destroy();
    },
    judge: ({ requests }) => {
      const second = requests.findIndex(({ method }, at) => method === "GET" && at > 0);
      const next = second < 0 ? undefined : requests.slice(second).find(({ method }) => method === "POST");
      return next === undefined || next.body.includes('"initialize"')
        ? undefined
        : "it went on in a new session without initialize";
    },
  },
];
