// The part of node:http that is called here, by structure: node:http, http2's compatibility API and Express all
// have it, and a program that never heard of Node can name it.

/** A request, as `http.IncomingMessage`, `http2.Http2ServerRequest` and an Express `Request` are. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Express and Connect: the target before a mount path was taken off `url`. */
  readonly originalUrl?: string | undefined;
  readonly httpVersionMajor: number;
  readonly headers: NodeHeaders;
  readonly rawHeaders: readonly string[];
  /** What a body parser made of the body. */
  readonly body?: unknown;
  /** What an authentication middleware found out. */
  readonly auth?: unknown;
  readonly complete: boolean;
  readonly readableDidRead?: boolean | undefined;
  readonly readableLength?: number | undefined;
  readonly readableEncoding?: string | null | undefined;
  readonly destroyed?: boolean | undefined;
  readonly socket: NodeSocket;
  on(event: string, listener: (...args: unknown[]) => void): unknown;
  removeListener(event: string, listener: (...args: unknown[]) => void): unknown;
  read?(): unknown;
  resume(): unknown;
}

/** Header values by lower-case name. */
export type NodeHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What a socket tells about the other end. */
export interface NodeSocket {
  readonly remoteAddress?: string | undefined;
  readonly destroyed?: boolean | undefined;
  /** The server that accepted it, if that is one of `node:http`, and how many headers of a request it takes. */
  readonly server?: { readonly maxHeadersCount?: number | null | undefined } | undefined;
  on(event: string, listener: (...args: unknown[]) => void): unknown;
}

/** A response, as `http.ServerResponse`, `http2.Http2ServerResponse` and an Express `Response` are. */
export interface NodeResponse {
  /** The request that it answers. */
  readonly req?: NodeRequest | undefined;
  readonly headersSent: boolean;
  readonly writableEnded: boolean;
  readonly destroyed?: boolean | undefined;
  /** `null` while an earlier response of the same connection is not finished. */
  readonly socket?: NodeSocket | null | undefined;
  writeHead(status: number, headers: Readonly<Record<string, string>>): unknown;
  write(chunk: string | Uint8Array): boolean;
  end(): unknown;
  end(chunk: string): unknown;
  destroy(error?: Error): unknown;
  on(event: string, listener: (...args: unknown[]) => void): unknown;
  removeListener(event: string, listener: (...args: unknown[]) => void): unknown;
}

/** Whether the client is gone already: its `close` event was, and will not come again. */
export function isClosed(req: NodeRequest, res: NodeResponse): boolean {
  const { stream } = res as { stream?: { destroyed?: boolean } };
  if (res.destroyed === true || stream?.destroyed === true) return true;
  // Behind an earlier answer it has no socket yet, and is not told that its connection closed.
  return res.socket === null && req.socket.destroyed === true;
}

/** Whether the client left before its body was read whole. HTTP/2 may end such a body all the same. */
export function isGone(req: NodeRequest): boolean {
  const { stream } = req as { stream?: { closed?: boolean } };
  return req.destroyed === true || stream?.closed === true;
}
