// An instance is killed under POSTs that come through nginx: what ours say, and what is nginx's own word.

import { Agent, request } from "node:http";
import { startNginx } from "@mcp-sse/testkit/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { BROKERS, startBroker } from "../src/broker.ts";
import { createInstance } from "../src/instances.ts";
import { openSession } from "./support/client.ts";

const HELLO = '{"jsonrpc":"2.0","method":"notifications/hello"}';

/** How long clients go on, so that every POST of an unknown fate is answered, in ms: 2 s are its own. */
const AFTERMATH_MS = 2_500;

interface Answer {
  readonly status: number;
  /** Who said so: the port of an instance, or 0 if it was nginx, in whose name nobody behind it spoke. */
  readonly by: number;
  readonly tookMs: number;
}

function postThrough(endpoint: URL): Promise<Answer> {
  const from = performance.now();
  return new Promise((resolve, reject) => {
    const options = { method: "POST", agent: new Agent(), headers: { "content-type": "application/json" } };
    const sent = request(endpoint, options, (response) => {
      const said = String(response.headers["x-said"] ?? "");
      // Of several that were tried the last one counts; without a time to its headers it gave no answer.
      const [, port = "0"] = /:(\d+)\|(?:.*[ ,])?[\d.]+$/.exec(said) ?? [];
      response.resume().on("end", () => {
        resolve({ status: response.statusCode ?? 0, by: Number(port), tookMs: performance.now() - from });
      });
    });
    sent.on("error", reject).end(HELLO);
  });
}

describe.each(BROKERS)("a POST while an instance is killed, carried by %s", (name) => {
  test("is answered 202, 404, 503 or 504 by whoever of ours answers it; 502 is a word of nginx about the dead", async () => {
    const broker = await startBroker(name);
    onTestFinished(() => broker.close());
    const settings = { busUrl: broker.url, secret: crypto.randomUUID() };
    const instances = await Promise.all([1, 2, 3].map(() => createInstance(settings)));
    onTestFinished(async () => void (await Promise.all(instances.map((each) => each.stop("SIGKILL")))));
    await Promise.all(instances.map((each) => each.start()));
    const nginx = await startNginx(
      (port) => `
      upstream mcp { ${instances.map((each) => `server 127.0.0.1:${each.port} max_fails=0;`).join(" ")} }
      server {
        listen 127.0.0.1:${port};
        location / {
          proxy_pass http://mcp;
          proxy_http_version 1.1;
          proxy_set_header Connection "";
          proxy_set_header Host $http_host;
          add_header X-Said "$upstream_addr|$upstream_header_time" always;
        }
      }`,
    );
    onTestFinished(() => nginx.close());
    const [victim, ...others] = instances;
    const alive = others.map(({ port }) => port);
    const urls = instances.map(({ port }) => new URL(`http://127.0.0.1:${port}/sse`));
    const opened = await Promise.all(urls.map((url) => openSession(url)));
    const [lost, ...kept] = opened.map(
      ({ endpoint }) => new URL(endpoint.pathname + endpoint.search, nginx.url),
    );
    if (victim === undefined || lost === undefined) throw new Error("nothing to kill");

    const answers: Answer[] = [];
    let over = false;
    const clients = [lost, lost, lost, ...kept, ...kept].map(async (endpoint) => {
      while (!over) answers.push(await postThrough(endpoint));
    });
    while (answers.length < 200) await new Promise((resolve) => setTimeout(resolve, 10));
    await victim.stop("SIGKILL");
    await new Promise((resolve) => setTimeout(resolve, AFTERMATH_MS));
    over = true;
    await Promise.all(clients);

    for (const { status, by, tookMs } of answers) {
      expect(status === 502 ? [0] : [...alive, victim.port]).toContain(by);
      expect([202, 404, 502, 503, 504]).toContain(status);
      expect(tookMs).toBeLessThan(4_000);
      // Unknown fate takes its 2 s; anything else is known.
      if (status === 504) expect(tookMs).toBeGreaterThan(1_500);
    }
    // What comes later is known at once, and nginx finds somebody who says it.
    for (let post = 0; post < 30; post++) {
      const { status, by, tookMs } = await postThrough(lost);
      expect([status, alive.includes(by)]).toEqual([503, true]);
      expect(tookMs).toBeLessThan(500);
    }
    for (const endpoint of kept) expect((await postThrough(endpoint)).status).toBe(202);
  });
});
