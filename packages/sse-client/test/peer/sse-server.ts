// An HTTP+SSE server of a few lines, whose every step a test may replace.

import type http from "node:http";
import { block } from "./events.ts";
import { openStream, type Received, serve, type TestServer } from "./server.ts";

export interface SsePeer extends TestServer {
  /** The SSE endpoint. */
  readonly url: string;
  /** The streams that were opened, newest last. */
  readonly streams: http.ServerResponse[];
  /** The messages that were POSTed, in the order of their arrival. */
  readonly posted: { readonly [name: string]: unknown }[];
  /** The stream that was opened last. */
  readonly stream: http.ServerResponse;
}

export interface SsePeerOptions {
  /** What the endpoint event says. */
  readonly endpoint?: string;
  /** Answers a POST; 202 when absent. */
  onPost?(request: Received, response: http.ServerResponse): unknown;
  /** Answers a GET; a stream that begins with its endpoint when absent. */
  onGet?(request: Received, response: http.ServerResponse): unknown;
  readonly server?: http.ServerOptions;
}

/** Serves `GET /sse` and `POST /message?sessionId=s1` until the test is over. */
export async function serveSse(options: SsePeerOptions = {}): Promise<SsePeer> {
  const { endpoint = "/message?sessionId=s1" } = options;
  const streams: http.ServerResponse[] = [];
  const posted: { readonly [name: string]: unknown }[] = [];
  const peer = await serve((request, response) => {
    if (request.method === "GET") {
      streams.push(response);
      if (options.onGet !== undefined) return options.onGet(request, response);
      openStream(response);
      return response.write(block("endpoint", endpoint));
    }
    posted.push(JSON.parse(request.body));
    if (options.onPost !== undefined) return options.onPost(request, response);
    return response.writeHead(202).end("Accepted");
  }, options.server);
  return Object.defineProperties(Object.assign(peer, { url: `${peer.origin}/sse`, streams, posted }), {
    stream: { get: () => streams.at(-1) },
  }) as SsePeer;
}
