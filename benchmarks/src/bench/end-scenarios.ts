// Servers, clients, gateways and buses.

import type { Scenario } from "./scenarios.ts";

/** In the order of the README. */
export const endScenarios: readonly Scenario[] = [
  {
    name: "server",
    title: "Servers",
    about:
      "CPU time of the server's process per operation, beside a `node:http` handler that does the same HTTP and nothing else (`bare`) and the SDK's `SSEServerTransport` 1.32.2; each server is a process of its own, the load comes from another over raw sockets.",
    command: ["server.js"],
    parts: ["call", "call16k", "push1", "push100", "push16k", "open"],
    quick: ["call"],
    chart: "us",
    layout: "peers",
    seconds: { full: 160, quick: 22 },
  },
  {
    name: "client",
    title: "Clients",
    about:
      "CPU time of the client's process, or time on the wall, per call and per message received, against the same bare server; more than 1 is dearer than our `SSEClientTransport`. Each client is a process of its own.",
    command: ["client.js"],
    parts: [
      "one",
      "many",
      "first-joined-20000",
      "first-joined-2000",
      "first-burst-20000",
      "first-burst-2000",
      "bursts",
      "turns",
      "packed",
      "alone",
      "large",
      "wall-v1",
      "wall-v2",
    ],
    quick: ["one", "many", "bursts", "large"],
    chart: "times ours",
    seconds: { full: 270, quick: 30 },
  },
  {
    name: "bridge",
    title: "Gateways from stdio",
    about:
      "`mcp-sse serve` beside supergateway and mcp-proxy, each started as its README says, with the same child behind it, which answers one tool at once: time on the wall from start to the first endpoint event, CPU time and memory of the gateway's process without its children's.",
    command: ["bridge.js", "start", "cost"],
    parts: ["start", "cost"],
    quick: ["start"],
    chart: "times ours",
    layout: "peers",
    seconds: { full: 150, quick: 25 },
  },
  {
    name: "bridge-answers",
    title: "Answers of gateways",
    about:
      "Calls with a wrong answer or none, of 23 calls per client, all clients at once, each counting its ids from 1; answers that came to a client that had not asked; and whether large messages pass, there and back (1: they do).",
    command: ["bridge.js", "answers", "size"],
    parts: ["answers", "size"],
    quick: false,
    chart: "wrong or missing",
    layout: "peers",
    seconds: { full: 60, quick: 0 },
  },
  {
    name: "bus-carry",
    title: "Deliveries over a bus",
    about:
      "Two nodes and a broker (Debian's Redis and NATS), each a process of its own, on loopback. A delivery is a call of 200 B with the headers of `fetch`; CPU is that of poster, owner and broker.",
    command: ["bus.js", "carry"],
    parts: ["redis", "nats"],
    quick: ["redis"],
    chart: "us",
    seconds: { full: 90, quick: 20 },
  },
  {
    name: "bus-event",
    title: "From POST to event over a bus",
    about:
      "A call of 200 B, one at a time: from its POST to its answer on the stream, median of 300 calls per round.",
    command: ["bus.js", "event"],
    parts: ["redis", "nats"],
    quick: ["redis"],
    chart: "ms",
    seconds: { full: 25, quick: 8 },
  },
  {
    name: "bus-outcomes",
    title: "Refusals and recovery over a bus",
    about:
      "How soon a POST is refused whose session has ended (404) or whose owner was killed (503): p50 and p99 of 300 POSTs per round; and when the first 202 comes after a killed broker takes connections again.",
    command: ["bus.js", "outcomes"],
    parts: ["redis", "nats"],
    quick: false,
    chart: "ms",
    seconds: { full: 40, quick: 0 },
  },
  {
    name: "bus-beside",
    title: "Ways to have two instances",
    about:
      "A tool of the SDK's `McpServer` is called; the GET is on one node, and the POST comes to it (sticky) or to the other. CPU is that of both nodes and the broker. mcp-handler is 1.1.0, on the least that puts `fetch` handlers under `node:http`, which is part of what its calls cost; it signs nothing.",
    command: ["bus.js", "beside"],
    quick: false,
    chart: "us of CPU per call",
    seconds: { full: 80, quick: 0 },
  },
  {
    name: "import",
    title: "Import time",
    about: "One `import` in a fresh process of Node.",
    command: ["client-import.js"],
    chart: "ms",
    seconds: { full: 40, quick: 15 },
  },
  {
    name: "install",
    title: "What an install brings",
    about:
      "`npm install` of each into an empty folder, without optional and peer dependencies: packages, and what they hold on the disk. Ours are packed as they would be published. Counted, not measured.",
    command: ["install.js"],
    quick: false,
    chart: "kB",
    seconds: { full: 50, quick: 50 },
  },
];
