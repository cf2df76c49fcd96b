// Every framework on Node whose recipe is in src/, alone, with the middleware that gets in the way, and under mounts.

import { createServer } from "node:http";
import { createRequire } from "node:module";
import { serve as listenHono } from "@hono/node-server";
import { bodyParser } from "@koa/bodyparser";
import { type FetchHandler, serveFetch } from "@mcp-sse/testkit/node";
import express, { type RequestHandler } from "express";
import Fastify from "fastify";
import { H3, toNodeHandler } from "h3";
import { Hono } from "hono";
import { compress } from "hono/compress";
import Koa from "koa";
import mount from "koa-mount";
import type { SseHandler } from "mcp-sse/server";
import { createApp as createExpress } from "../src/express.ts";
import { sse as fastifySse } from "../src/fastify.ts";
import { createApp as createH3 } from "../src/h3.ts";
import { createApp as createHono } from "../src/hono.ts";
import { sse as koaSse } from "../src/koa.ts";
import { createApp as createNodeHttp } from "../src/node-http.ts";
import { createApp as createNodeHttp2 } from "../src/node-http2.ts";
import * as route from "../src/route.ts";
import { frameworkSuite } from "./support/framework-suite.ts";
import { serveNode } from "./support/serve.ts";

// Neither has types that fit: the one has none, the other is typed as its next version.
const require = createRequire(import.meta.url);
const compression: (options?: object) => RequestHandler = require("compression");
const express4: typeof express = require("express-4");

const COMPRESS_ALL = { threshold: 0, filter: () => true };

frameworkSuite({
  name: "node:http, under a prefix",
  serve: () => serveNode("/tools/sse", (handler) => createNodeHttp(handler, "/tools/sse")),
});

frameworkSuite({
  name: "node:http2",
  http2: true,
  serve: () => serveNode("/tools/sse", (handler) => createNodeHttp2(handler, "/tools/sse")),
});

frameworkSuite({
  name: "Express 5",
  serve: () => serveNode("/sse", (handler) => createServer(createExpress(handler))),
});

frameworkSuite({
  name: "Express 5, after compression",
  serve: () =>
    serveNode("/sse", (handler) => createServer(express().use(compression()).use(createExpress(handler)))),
});

frameworkSuite({
  name: "Express 5, after a compression that is told to compress everything",
  serve: () =>
    serveNode("/a/sse", (handler) =>
      createServer(
        express()
          .use(compression(COMPRESS_ALL), express.json({ limit: "4mb" }))
          .use("/a", createExpress(handler)),
      ),
    ),
});

frameworkSuite({
  name: "Express 4",
  serve: () => serveNode("/sse", (handler) => createServer(createExpress(handler, express4()))),
});

frameworkSuite({
  name: "Express 4, after express.json() and compression, under a router and a mount",
  serve: () =>
    serveNode("/api/tools/sse", (handler) => {
      const app = express4().use(compression(), express4.json({ limit: "4mb" }));
      app.use("/api", express4.Router().use("/tools", createExpress(handler, express4())));
      return createServer(app);
    }),
});

async function serveFastify(prefix: string) {
  return serveNode(`${prefix}/sse`, async (handler) => {
    const app = Fastify();
    // What is outside of the plugin parses JSON as ever.
    app.post("/json", async ({ body }) => body);
    await app.register(fastifySse, { handler, prefix });
    await app.ready();
    return app.server;
  });
}

frameworkSuite({ name: "Fastify 5", serve: () => serveFastify("") });
frameworkSuite({ name: "Fastify 5, under a prefix", serve: () => serveFastify("/api/tools") });

// Koa prints what its sockets suffer, and the suite leaves without a word.
const createKoa = (): Koa => Object.assign(new Koa(), { silent: true });
const listenKoa = (app: Koa) => {
  const callback = app.callback();
  return createServer((req, res) => void callback(req, res));
};

frameworkSuite({
  name: "Koa",
  serve: () => serveNode("/sse", (handler) => listenKoa(createKoa().use(koaSse(handler)))),
});

frameworkSuite({
  name: "Koa, after a body parser, under a mount",
  serve: () =>
    serveNode("/api/tools/sse", (handler) => {
      const app = createKoa();
      app.use(bodyParser({ jsonLimit: "4mb" }));
      app.use(mount("/api", mount("/tools", koaSse(handler))));
      return listenKoa(app);
    }),
});

function serveHono(path: string, create: (handler: SseHandler) => Hono) {
  return serveNode(
    path,
    (handler) =>
      listenHono({ fetch: create(handler).fetch, port: 0, hostname: "127.0.0.1" }) as ReturnType<
        typeof createServer
      >,
  );
}

frameworkSuite({ name: "Hono", overFetch: true, serve: () => serveHono("/sse", createHono) });
frameworkSuite({
  name: "Hono, after compress, under a route",
  overFetch: true,
  serve: () =>
    serveHono("/api/tools/sse", (handler) => {
      const app = new Hono().use(compress());
      return app.route("/api", new Hono().route("/tools", createHono(handler)));
    }),
});

frameworkSuite({
  name: "h3",
  overFetch: true,
  serve: () => serveNode("/sse", (handler) => createServer(toNodeHandler(createH3(handler)) as never)),
});
frameworkSuite({
  name: "h3, under a mount",
  overFetch: true,
  serve: () =>
    serveNode("/api/tools/sse", (handler) => {
      const app = new H3().mount("/api", new H3().mount("/tools", createH3(handler)));
      return createServer(toNodeHandler(app) as never);
    }),
});

frameworkSuite({
  name: "a route handler in the style of Next",
  overFetch: true,
  async serve() {
    const methods = new Map<string, FetchHandler>(
      Object.entries({ GET: route.GET, POST: route.POST, OPTIONS: route.OPTIONS }),
    );
    const server = await serveFetch(
      (request) => methods.get(request.method)?.(request) ?? new Response(null, { status: 405 }),
    );
    return { url: new URL("/sse", server.url), close: () => server.close() };
  },
});
