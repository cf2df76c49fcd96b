import type { Command } from "../command.ts";
import { serveUntilSignal } from "../serve/serve-until.ts";
import { readSettings } from "../serve/settings.ts";

/** `mcp-sse serve`: a stdio server, for clients that speak HTTP+SSE. */
export const serve: Command = {
  name: "serve",
  summary: "Serve a stdio MCP server over HTTP+SSE, one process per session",
  usage: "[options] -- <command> [args…]\n       mcp-sse serve [options] --config <mcp.json>",
  takesRest: true,
  options: {
    port: { short: "p", value: "<n>", help: "listen on this port; 0 takes a free one", default: "8000" },
    host: { value: "<address>", help: "listen on this address", default: "127.0.0.1" },
    path: { value: "<path>", help: "path of the SSE endpoint", default: "/sse" },
    config: { short: "c", value: "<file>", help: 'serve the "mcpServers" of a file, each at /<name>/sse' },
    "pass-env": {
      value: "<name>",
      multiple: true,
      help: "give the command this variable of the environment",
    },
    warm: { value: "<n>", help: "processes that are started ahead", default: "0" },
    "public-url": { value: "<url>", help: "what clients see in front of the path, behind a proxy" },
    "allow-host": {
      value: "<host>",
      multiple: true,
      help: "a Host that clients may use beside loopback, or any",
    },
    "allow-origin": {
      value: "<origin>",
      multiple: true,
      help: "an Origin that may use the server from a browser",
    },
    cors: { help: "answer preflights and send CORS headers, for --allow-origin" },
    "bearer-file": { value: "<file>", help: "ask for a bearer token: one of the lines of this file" },
    "bearer-env": { value: "<name>", help: "ask for a bearer token: the value of this variable" },
    "tls-cert": { value: "<file>", help: "serve https with this certificate (PEM)" },
    "tls-key": { value: "<file>", help: "and this key (PEM)" },
    "max-message": { value: "<size>", help: "largest message from a client", default: "4MiB" },
    "max-line": { value: "<size>", help: "largest message from the command", default: "16MiB" },
    "max-sessions": { value: "<n>", help: "sessions at a time; one more is answered 503", default: "1000" },
    "idle-timeout": {
      value: "<time>",
      help: "end a session in which nothing is said for so long",
      default: "none",
    },
    drain: { value: "<time>", help: "on SIGTERM, how long sessions may take to end", default: "5s" },
    bus: {
      value: "<url>",
      help: "find sessions of other instances by this broker: redis: or nats:",
    },
    "bus-env": { value: "<name>", help: "the same URL, with credentials, of this variable" },
    "bus-secret-env": { value: "<name>", help: "sign session IDs with the value of this variable" },
    "bus-secret-file": { value: "<file>", help: "or with what this file holds" },
    "log-format": { value: "<format>", help: "pretty or json, on stderr", default: "pretty" },
  },
  examples: [
    ["mcp-sse serve -- npx -y @modelcontextprotocol/server-everything", "http://127.0.0.1:8000/sse"],
    ["mcp-sse serve --config mcp.json --port 9000", "every server of the file, at /<name>/sse"],
    [
      "mcp-sse serve --host 0.0.0.0 --allow-host mcp.example.com --bearer-env TOKEN -- ./server",
      "on a network, for whoever knows the token",
    ],
    [
      "mcp-sse serve --bus redis://127.0.0.1:6379 --bus-secret-env SECRET -- ./server",
      "one of several instances behind one address",
    ],
  ],
  notes: [
    "Each session has a process of its own, which is started without a shell and ends with it. It gets PATH,\n" +
      "HOME, USER, SHELL, TERM, LANG, TZ and TMPDIR of the environment, and what --pass-env or the file names.",
    "GET /healthz and /readyz are for load balancers. Exit codes: 0 when told to stop, 1 if it cannot begin,\n2 for a wrong command line.",
  ],
  run: (args, terminal) => serveUntilSignal(readSettings(args, terminal), terminal),
};
