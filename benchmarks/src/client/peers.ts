// The clients that are measured, behind the little that the measurement needs of each. A process loads its own alone: V8 goes
// on compiling what loading has run for a while, and that would be counted as the client's.

import { Agent, get, request } from "node:http";

/** A JSON-RPC message, as far as it is looked at here. */
export interface Message {
  readonly jsonrpc: "2.0";
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
}

/** A connection that is open. */
export interface Channel {
  send(message: Message): Promise<void>;
  close(): Promise<void>;
}

type Open = (url: URL, onMessage: (message: Message) => void) => Promise<Channel>;

interface Transport extends Channel {
  start(): Promise<void>;
  onmessage?: unknown;
}

/** Every client by its name. */
export const peers: Readonly<Record<string, Open>> = {
  "SSEClientTransport of mcp-sse": async (url, onMessage) => {
    const { SSEClientTransport } = await import("mcp-sse/client");
    return opened(new SSEClientTransport(url), onMessage);
  },
  connectSse: async (url, onMessage) => {
    const { connectSse } = await import("@mcp-sse/sse-client");
    const connection = await connectSse(url);
    void (async () => {
      for await (const message of connection) onMessage(message as Message);
    })();
    return { send: (message) => connection.write(message as never), close: () => connection.close() };
  },
  "SDK v1 SSEClientTransport": async (url, onMessage) => {
    const { SSEClientTransport } = await import("@modelcontextprotocol/sdk/client/sse.js");
    return opened(new SSEClientTransport(url) as Transport, onMessage);
  },
  "SDK v2 SSEClientTransport": async (url, onMessage) => {
    const { SSEClientTransport } = await import("@modelcontextprotocol/client");
    return opened(new SSEClientTransport(url) as Transport, onMessage);
  },
  "bare node:http": bare,
};

async function opened(given: object, onMessage: (message: Message) => void): Promise<Channel> {
  const transport = given as Transport;
  transport.onmessage = onMessage;
  await transport.start();
  return transport;
}

/** The same HTTP, and nothing else: no checks, no limits, no order, and a reader for this one server's events. */
function bare(url: URL, onMessage: (message: Message) => void): Promise<Channel> {
  const agent = new Agent({ keepAlive: true });
  return new Promise((resolve, reject) => {
    const stream = get(url, { headers: { accept: "text/event-stream" } }, (response) => {
      let held = "";
      let endpoint: URL | undefined;
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        held += chunk;
        let from = 0;
        for (let end = held.indexOf("\n\n"); end >= 0; end = held.indexOf("\n\n", from)) {
          const data = held.slice(held.indexOf("data: ", from) + 6, end);
          from = end + 2;
          if (endpoint !== undefined) onMessage(JSON.parse(data));
          else {
            endpoint = new URL(data, url);
            resolve({ send: (message) => post(endpoint as URL, agent, message), close });
          }
        }
        held = held.slice(from);
      });
      response.on("error", () => {});
    });
    stream.on("error", reject);
    async function close(): Promise<void> {
      stream.destroy();
      agent.destroy();
    }
  });
}

function post({ hostname, port, pathname, search }: URL, agent: Agent, message: Message): Promise<void> {
  const body = JSON.stringify(message);
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  const path = pathname + search;
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method: "POST", headers, agent }, (response) => {
      response.resume();
      response.once("end", resolve);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
