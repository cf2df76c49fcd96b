// The gateways that are compared, each started as its own README says, with the same child behind it.

import { fileURLToPath } from "node:url";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const bin = (path: string): string => here(`../../node_modules/${path}`);

/** The command of the child. */
const CHILD: readonly string[] = [process.execPath, here("./echo-child.js")];

/** One gateway: the arguments of the node that runs it. */
export interface Gateway {
  readonly name: string;
  argsFor(port: number): string[];
  /** With its limits raised, where it has any. */
  readonly raised?: readonly string[];
}

export const GATEWAYS: readonly Gateway[] = [
  {
    name: "mcp-sse serve",
    argsFor: (port) => [bin("mcp-sse/dist/cli/bin.cjs"), "serve", "--port", String(port), "--", ...CHILD],
    raised: ["--max-message", "17MiB", "--max-line", "17MiB"],
  },
  {
    name: "supergateway 4.0.0",
    argsFor: (port) => [
      bin("supergateway/dist/index.js"),
      ...[
        "--stdio",
        CHILD.join(" "),
        "--port",
        String(port),
        "--ssePath",
        "/sse",
        "--messagePath",
        "/message",
      ],
    ],
  },
  {
    name: "mcp-proxy 6.7.19",
    argsFor: (port) => [
      bin("mcp-proxy/dist/bin/mcp-proxy.mjs"),
      ...["--port", String(port), "--host", "127.0.0.1", "--server", "sse", "--", ...CHILD],
    ],
  },
];

/** The arguments with which a gateway takes messages of 16 MiB, if it can be told to. */
export function raisedArgs({ argsFor, raised = [] }: Gateway, port: number): string[] {
  const args = argsFor(port);
  const at = args.indexOf("--");
  return raised.length === 0 ? args : [...args.slice(0, at), ...raised, ...args.slice(at)];
}
