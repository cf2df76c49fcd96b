import { connectionSuite, type Message } from "@mcp-sse/testkit";
import { describe } from "vitest";
import { connectSse } from "../src/connect.ts";
import { branches } from "./peer/branches.ts";
import { block } from "./peer/events.ts";
import { openStream } from "./peer/server.ts";
import { serveSse } from "./peer/sse-server.ts";

// Follows each message: once it was ignored, the message before it is there to be read.
const MARKER = block("marker", "");

describe.each(branches)("over $name", ({ name, options }) => {
  connectionSuite({
    name: `connectSse over ${name}`,
    async open() {
      const inbox: Message[] = [];
      const readers: ((message: Message | undefined) => void)[] = [];
      const markers: (() => void)[] = [];
      let holding = false;
      let ended = false;
      const peer = await serveSse({
        onGet(_request, response) {
          openStream(response);
          response.write(block("endpoint", "/message"));
          response.once("close", () => {
            ended = true;
            for (const reader of readers.splice(0)) reader(undefined);
          });
        },
        onPost({ body }, response) {
          if (holding) return;
          const message: Message = JSON.parse(body);
          response.writeHead(202).end();
          const reader = readers.shift();
          if (reader === undefined) inbox.push(message);
          else reader(message);
        },
      });
      const local = await connectSse(peer.url, { ...options, onIgnored: () => markers.shift()?.() });
      return {
        local,
        peer: {
          send: (message) =>
            new Promise((resolve) => {
              markers.push(resolve);
              peer.stream.write(block("message", JSON.stringify(message)) + MARKER);
            }),
          receive: () =>
            new Promise((resolve) => {
              const message = inbox.shift();
              if (message !== undefined || ended) resolve(message);
              else readers.push(resolve);
            }),
          hold() {
            holding = true;
          },
          end() {
            peer.stream.end();
          },
        },
        dispose: () => local.close(),
      };
    },
  });
});
