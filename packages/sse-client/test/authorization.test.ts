import { until, verifies } from "@mcp-sse/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { createAuthorization } from "../src/authorization.ts";
import type { SseClientConnection } from "../src/client-connection.ts";
import { connectSse } from "../src/connect.ts";
import type { HttpAnswer } from "../src/http.ts";
import type { SseClientAuth, SseClientOptions } from "../src/options.ts";
import { branches } from "./peer/branches.ts";
import type { Received } from "./peer/server.ts";
import { type SsePeerOptions, serveSse } from "./peer/sse-server.ts";

const url = new URL("http://127.0.0.1/sse");
const ANSWER = { status: 401, toResponse: () => new Response("", { status: 401 }) } as HttpAnswer;
const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" }) as const;

/** All that an error holds: its stack, its own properties, and those of its cause. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = Object.getOwnPropertyNames(error) as (keyof Error)[];
  return own.map((name) => `${name}: ${textOf(error[name])}`).join("\n");
}

describe("an authorization", () => {
  test("makes headers at once where nobody has to be asked", () => {
    const authorization = createAuthorization({ "X-One": "1" }, undefined);
    expect(authorization.headersOf("GET", url)).toEqual({ "x-one": "1", accept: "text/event-stream" });
    expect(authorization.headersOf("POST", url)).toEqual({
      "x-one": "1",
      "content-type": "application/json",
    });
    expect(createAuthorization(undefined, undefined).canRenew).toBe(false);
  });

  test("lets no header speak against what the request is", async () => {
    const given = { accept: "x", "content-type": "x" };
    expect(await createAuthorization(given, undefined).headersOf("GET", url)).toEqual({
      accept: "text/event-stream",
      "content-type": "x",
    });
    expect(await createAuthorization(() => given, undefined).headersOf("POST", url)).toEqual({
      accept: "x",
      "content-type": "application/json",
    });
  });

  test("asks a function for each request, with a URL of its own", async () => {
    const asked: string[] = [];
    const authorization = createAuthorization(async ({ method, url }) => {
      asked.push(`${method} ${url}`);
      url.hostname = "elsewhere.example";
      return [["x-method", method]];
    }, undefined);
    expect(await authorization.headersOf("GET", url)).toMatchObject({ "x-method": "GET" });
    expect(await authorization.headersOf("POST", url)).toMatchObject({ "x-method": "POST" });
    expect(asked).toEqual([`GET ${url}`, `POST ${url}`]);
    expect(url.hostname).toBe("127.0.0.1");
  });

  test("puts the token over a header, and none over none", async () => {
    let token: string | undefined = "t1";
    const authorization = createAuthorization({ authorization: "Basic eA==" }, { token: () => token });
    expect(await authorization.headersOf("GET", url)).toMatchObject({ authorization: "Bearer t1" });
    token = undefined;
    expect(await authorization.headersOf("GET", url)).toMatchObject({ authorization: "Basic eA==" });
  });

  test("takes null for no token, as a store may say it", async () => {
    const auth = { token: () => null } as unknown as SseClientAuth;
    expect(await createAuthorization({}, auth).headersOf("GET", url)).toEqual({
      accept: "text/event-stream",
    });
  });

  test("sends with every request what can be iterated only once", () => {
    const authorization = createAuthorization(new Map([["x-key", "1"]]).entries() as never, undefined);
    for (const method of ["GET", "POST", "GET"] as const) {
      expect(authorization.headersOf(method, url)).toMatchObject({ "x-key": "1" });
    }
    authorization.setHeader("x-more", "2");
    expect(authorization.headersOf("POST", url)).toMatchObject({ "x-key": "1", "x-more": "2" });
  });

  test("does not quote what HTTP does not allow", async () => {
    const secret = "se\ncret";
    const attempts = [
      () => createAuthorization({ "x-key": secret }, undefined),
      () => createAuthorization(() => ({ "x-key": secret }), undefined).headersOf("GET", url),
      () => createAuthorization({}, { token: () => secret }).headersOf("GET", url),
    ];
    for (const attempt of attempts) {
      const error = await (async () => attempt())().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(TypeError);
      expect(textOf(error)).not.toContain("cret");
    }
  });

  test("renews once for all requests that were refused together, and not for one that is behind", async () => {
    const renewed: string[] = [];
    let finish: () => void = () => {};
    const authorization = createAuthorization(
      {},
      {
        token: () => "t",
        onUnauthorized({ response, url }) {
          renewed.push(`${response.status} ${url}`);
          return new Promise((resolve) => {
            finish = resolve;
          });
        },
      },
    );
    const generation = authorization.generation();
    const together = [1, 2, 3].map(() => authorization.renew(generation, ANSWER, url));
    finish();
    await Promise.all(together);
    await authorization.renew(generation, ANSWER, url);
    expect(renewed).toEqual([`401 ${url}`]);
    const again = authorization.renew(authorization.generation(), ANSWER, url);
    finish();
    await again;
    expect(renewed).toHaveLength(2);
  });

  test("tells all of them why it could not, and tries again for the next", async () => {
    let attempts = 0;
    const cause = new Error("no more tokens");
    const authorization = createAuthorization(
      {},
      {
        token: () => "t",
        onUnauthorized() {
          attempts++;
          throw cause;
        },
      },
    );
    const generation = authorization.generation();
    const both = [authorization.renew(generation, ANSWER, url), authorization.renew(generation, ANSWER, url)];
    for (const outcome of await Promise.allSettled(both)) {
      expect(outcome).toMatchObject({ reason: { code: "ERR_SSE_UNAUTHORIZED", status: 401, cause } });
    }
    await expect(authorization.renew(generation, ANSWER, url)).rejects.toMatchObject({ cause });
    expect(attempts).toBe(2);
  });
});

describe.each(branches)("authorization over $name", ({ options: branch }) => {
  const authorizationOf = ({ headers }: Received) => headers.authorization;

  async function open(options: SseClientOptions, peerOptions: SsePeerOptions = {}) {
    const peer = await serveSse(peerOptions);
    const connecting = connectSse(peer.url, { ...branch, ...options });
    onTestFinished(async () => {
      const connection: SseClientConnection | undefined = await connecting.catch(() => undefined);
      await connection?.close();
    });
    return { peer, connecting };
  }

  verifies("client.post.fetch", "sends token and headers with the GET and with each POST", async () => {
    let count = 0;
    const { peer, connecting } = await open({
      headers: { "x-tenant": "a" },
      auth: { token: async () => `t${++count}` },
    });
    const connection = await connecting;
    await connection.write(ping(1));
    await connection.write(ping(2));
    expect(peer.received.map(authorizationOf)).toEqual(["Bearer t1", "Bearer t2", "Bearer t3"]);
    expect(peer.received.map(({ headers }) => headers["x-tenant"])).toEqual(["a", "a", "a"]);
  });

  verifies(
    "client.auth.once",
    "gives up after one renewal per connect, however good the next token is (K05)",
    async () => {
      const tokens: string[] = [];
      const seen: string[] = [];
      const { peer, connecting } = await open(
        {
          auth: {
            token: () => {
              tokens.push(`t${tokens.length}`);
              return tokens.at(-1);
            },
            async onUnauthorized({ response, url }) {
              seen.push(
                `${response.headers.get("www-authenticate")} ${await response.text()} ${url.pathname}`,
              );
            },
          },
        },
        {
          onGet: (_request, response) =>
            response.writeHead(401, { "www-authenticate": "Bearer x" }).end("why"),
        },
      );
      await expect(connecting).rejects.toMatchObject({ code: "ERR_SSE_UNAUTHORIZED", status: 401 });
      expect(peer.received.map(authorizationOf)).toEqual(["Bearer t0", "Bearer t1"]);
      expect(seen).toEqual(["Bearer x why /sse"]);
    },
  );

  verifies(
    "client.auth.once",
    "gives up after one renewal per POST, and the connection lives (K05)",
    async () => {
      let refusing = false;
      let renewals = 0;
      const { peer, connecting } = await open(
        { auth: { token: () => "t", onUnauthorized: () => void renewals++ } },
        { onPost: (_request, response) => response.writeHead(refusing ? 401 : 202).end("body") },
      );
      const connection = await connecting;
      refusing = true;
      await expect(connection.write(ping(1))).rejects.toMatchObject({
        code: "ERR_SSE_UNAUTHORIZED",
        status: 401,
      });
      expect(peer.posted).toHaveLength(2);
      await expect(connection.write(ping(2))).rejects.toMatchObject({ code: "ERR_SSE_UNAUTHORIZED" });
      expect(peer.posted).toHaveLength(4);
      expect(renewals).toBe(2);
      refusing = false;
      await connection.write(ping(3));
    },
  );

  test("renews once for POSTs that are refused together, and all of them arrive", async () => {
    let valid = "old";
    let token = "old";
    let renewals = 0;
    const { peer, connecting } = await open(
      {
        auth: {
          token: () => token,
          async onUnauthorized() {
            renewals++;
            await new Promise((resolve) => setTimeout(resolve, 0));
            token = "new";
          },
        },
      },
      {
        onPost: (request, response) =>
          response.writeHead(authorizationOf(request) === `Bearer ${valid}` ? 202 : 401).end(),
      },
    );
    const connection = await connecting;
    await connection.write(ping(0));
    valid = "new";
    await Promise.all([1, 2, 3, 4, 5].map((id) => connection.write(ping(id))));
    expect(renewals).toBe(1);
    const accepted = peer.received.filter((request) => authorizationOf(request) === "Bearer new");
    expect(accepted.map(({ body }) => JSON.parse(body).id).toSorted((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5,
    ]);
  });

  test("hands on what a function of the options throws, as it is", async () => {
    const error = new Error("the application's");
    const fail = () => {
      throw error;
    };
    await expect((await open({ headers: fail })).connecting).rejects.toBe(error);
    await expect((await open({ auth: { token: fail } })).connecting).rejects.toBe(error);

    let failing = false;
    const auth: SseClientAuth = { token: () => (failing ? fail() : undefined) };
    const { peer, connecting } = await open({ auth });
    const connection = await connecting;
    failing = true;
    await expect(connection.write(ping(1))).rejects.toBe(error);
    failing = false;
    await connection.write(ping(2));
    expect(peer.posted).toEqual([ping(2)]);
  });

  test("sends nothing when its token comes too late: after an abort", async () => {
    let give: ((token: string) => void) | undefined;
    let hanging = false;
    const { peer, connecting } = await open({
      auth: {
        token: () =>
          hanging
            ? new Promise<string>((resolve) => {
                give = resolve;
              })
            : "t",
      },
    });
    const connection = await connecting;
    await connection.write(ping(1));
    hanging = true;
    const controller = new AbortController();
    const written = connection.write(ping(2), { signal: controller.signal });
    await until(() => give !== undefined, "the question for a token");
    controller.abort("enough");
    await expect(written).rejects.toBe("enough");
    give?.("late");
    hanging = false;
    await connection.write(ping(3));
    expect(peer.posted).toEqual([ping(1), ping(3)]);
  });

  test("does not wait for a token after the end", async () => {
    let hanging = false;
    const { peer, connecting } = await open({
      auth: { token: () => (hanging ? new Promise<string>(() => {}) : "t") },
    });
    const connection = await connecting;
    hanging = true;
    const written = connection.write(ping(1));
    written.catch(() => {});
    peer.stream.end();
    await expect(written).rejects.toMatchObject({ code: "ERR_CONNECTION_CLOSED", reason: { code: "peer" } });
  });
});
