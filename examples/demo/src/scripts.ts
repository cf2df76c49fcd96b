// What there is to say to each server.

import type { Script } from "./conversation.ts";
import { BIG_LENGTH } from "./mcp-server.ts";

/** For the demo's own server, or one with the same tools under another name. */
export function scriptOfServer(serverName: string, parallel: number): Script {
  return {
    serverName,
    parallel,
    add: { tool: "add", answer: (a, b) => `${a} + ${b} = ${a + b}` },
    count: { tool: "count", args: { to: 5 }, steps: 5 },
    ask: { tool: "ask", args: {} },
    big: { tool: "big", length: BIG_LENGTH },
    wait: { tool: "wait", args: {} },
  };
}

/** For `server-everything`, which has no tool that answers with 1 MiB. */
export function scriptOfEverything(parallel: number): Script {
  return {
    serverName: "mcp-servers/everything",
    parallel,
    add: { tool: "get-sum", answer: (a, b) => `The sum of ${a} and ${b} is ${a + b}.` },
    count: { tool: "trigger-long-running-operation", args: { duration: 0.25, steps: 5 }, steps: 5 },
    ask: { tool: "trigger-sampling-request", args: { prompt: "What is the answer?" } },
    wait: { tool: "trigger-long-running-operation", args: { duration: 2, steps: 20 } },
  };
}
