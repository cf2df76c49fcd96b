import { expectStatus, expectThat, needs, type ServerCheck } from "../server-check.ts";
import { idsOf, varyingBits } from "../session-id.ts";

/** What of a UUID is random; an ID of less can be guessed at, or was counted up. */
const LEAST_BITS = 120;
const SAMPLES = 8;

/** The GET, and where it says to POST. */
export const opening: readonly ServerCheck[] = [
  {
    name: "get.status",
    title: "answers a GET with 200",
    ids: ["http.status.200", "session.get.opens"],
    async run({ get }) {
      expectStatus((await get()).head, 200, "the GET");
    },
  },
  {
    name: "get.content-type",
    title: "gives the stream the type text/event-stream, in UTF-8 if it names a charset",
    ids: ["session.media-type"],
    async run({ get }) {
      const type = (await get()).head.header("content-type") ?? "no type";
      expectThat(/^text\/event-stream\s*(;\s*charset="?utf-8"?)?$/i.test(type), `the type is ${type}`);
    },
  },
  {
    name: "get.cache-control",
    title: "forbids caches to keep the stream, and proxies to change it",
    ids: ["http.status.200"],
    async run({ get }) {
      const value = (await get()).head.header("cache-control") ?? "absent";
      expectThat(/\bno-(cache|store)\b/i.test(value), `Cache-Control is ${value}`);
      expectThat(/\bno-transform\b/i.test(value), `Cache-Control lacks no-transform: ${value}`);
    },
  },
  {
    name: "get.compressed",
    title: "writes its first event at once to a client that takes compressed answers",
    ids: ["session.flush"],
    async run({ get }) {
      const { head, first } = await get({ headers: [["Accept-Encoding", "gzip, deflate, br"]] });
      const encoding = head.header("content-encoding") ?? "identity";
      expectThat(encoding === "identity", `the stream is in ${encoding}`);
      expectThat(first !== undefined, "no first event came");
    },
  },
  {
    name: "get.accept.lenient",
    title: "takes a GET without Accept, with */*, and with parameters",
    ids: ["session.accept.lenient"],
    async run({ get }) {
      expectStatus((await get({ withoutAccept: true })).head, 200, "a GET without Accept");
      for (const accept of ["*/*", "application/json;q=0.1, text/event-stream;q=0.9"]) {
        expectStatus((await get({ headers: [["Accept", accept]] })).head, 200, `Accept: ${accept}`);
      }
    },
  },
  {
    name: "get.accept.excluded",
    title: "answers 406 to a GET that does not take an event stream",
    ids: ["http.status.406"],
    async run({ get }) {
      expectStatus((await get({ headers: [["Accept", "application/json"]] })).head, 406, "the GET");
    },
  },
  {
    name: "endpoint.first",
    title: "sends an endpoint event first",
    ids: ["session.endpoint.first"],
    async run({ get }) {
      const { first } = await get();
      expectThat(first !== undefined, "the stream began with no event");
      expectThat(first.event === "endpoint", `the first event is of type ${first.event ?? "message"}`);
      expectThat(first.data !== "", "the endpoint is empty");
    },
  },
  {
    name: "endpoint.same-origin",
    title: "names an endpoint of its own origin",
    ids: ["security.endpoint.never-foreign"],
    async run({ get, url }) {
      const { endpoint } = await get();
      // Behind a name that it does not know of, a server that writes absolute URLs writes others'.
      const from = new URL(url.href);
      expectThat(endpoint.origin === from.origin, "the endpoint is of another origin");
      expectThat(endpoint.username === "" && endpoint.password === "", "the endpoint holds a user");
    },
  },
  {
    name: "endpoint.host-header",
    title: "takes no part of the endpoint from headers that any client can write",
    ids: ["session.endpoint.forwarded-prefix"],
    async run({ get, open, url }) {
      const own = await open();
      const { first } = await get({
        headers: [
          ["X-Forwarded-Host", "evil.example"],
          ["X-Forwarded-Prefix", "/evil"],
          ["Forwarded", "host=evil.example"],
        ],
      });
      needs(first?.event === "endpoint", "it refuses such headers");
      const { origin, pathname } = new URL(first.data, url);
      expectThat(origin === own.endpoint.origin, "the endpoint's host came from X-Forwarded-Host");
      expectThat(
        pathname.split("/").length === own.endpoint.pathname.split("/").length,
        "the endpoint's path came from X-Forwarded-Prefix",
      );
    },
  },
  {
    name: "session.new",
    title: "opens another session for each GET",
    ids: ["session.get.new"],
    async run({ open }) {
      const [one, other] = [await open(), await open()];
      expectThat(one.endpoint.href !== other.endpoint.href, "two GETs were given one endpoint");
    },
  },
  {
    name: "session.unguessable",
    title: `gives session IDs of which at least ${LEAST_BITS} bits differ`,
    ids: ["session.id.random"],
    async run({ open }) {
      const endpoints: URL[] = [];
      for (let n = 0; n < SAMPLES; n++) endpoints.push((await open()).endpoint);
      const [one, other] = endpoints;
      expectThat(
        one !== undefined && other !== undefined && one.href !== other.href,
        "all have one endpoint",
      );
      const { query, path } = idsOf(one, other);
      const ids = endpoints.map((endpoint) =>
        [
          ...query.map((name) => endpoint.searchParams.get(name) ?? ""),
          ...path.map((at) => endpoint.pathname.split("/")[at] ?? ""),
        ].join(""),
      );
      expectThat(varyingBits(ids) >= LEAST_BITS, "fewer bits differ");
    },
  },
  {
    name: "session.not-attached",
    title: "attaches no GET to a session that exists, whatever ID it carries",
    ids: ["session.get.new"],
    async run({ get, open, target }) {
      const { endpoint } = await open();
      needs(endpoint.search !== "", "its session ID is not in the query");
      const separator = target.includes("?") ? "&" : "?";
      const second = await get({
        target: `${target}${separator}${endpoint.search.slice(1)}`,
        headers: [["Last-Event-ID", "1"]],
      });
      if (second.head.status !== 200) return;
      expectThat(second.endpoint.href !== endpoint.href, "the GET was given the session of another");
    },
  },
  {
    name: "session.reopened",
    title: "takes a client that leaves and comes back at once",
    ids: ["session.get.opens"],
    async run({ get }) {
      for (let n = 0; n < 5; n++) (await get()).close();
      expectThat((await get()).first?.event === "endpoint", "no endpoint event came");
    },
  },
];
