// The two that everybody has: node:http and Express. The others run in CI, held to the same suite.

import { createServer } from "node:http";
import express from "express";
import { createApp as createExpress } from "../src/express.ts";
import { createApp as createNodeHttp } from "../src/node-http.ts";
import { frameworkSuite } from "./support/framework-suite.ts";
import { serveNode } from "./support/serve.ts";

frameworkSuite({
  name: "node:http",
  serve: () => serveNode("/sse", createNodeHttp),
});

frameworkSuite({
  name: "Express 5, after express.json(), under a router and a mount",
  serve: () =>
    serveNode("/api/tools/sse", (handler) => {
      const app = express().use(express.json({ limit: "4mb" }));
      app.use("/api", express.Router().use("/tools", createExpress(handler)));
      return createServer(app);
    }),
});
