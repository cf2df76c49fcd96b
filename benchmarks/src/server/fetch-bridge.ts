// The least that puts a `fetch` handler under node:http. What it costs is measured by a bare handler over it.

import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";

/** Makes a listener of a function from `Request` to `Response`. */
export function fetchListener(
  fetch: (request: Request) => Promise<Response>,
): (req: IncomingMessage, res: ServerResponse) => void {
  return (req, res) => {
    const abort = new AbortController();
    res.on("close", () => {
      if (!res.writableFinished) abort.abort();
    });
    const { method = "GET", headers, url = "/" } = req;
    const init: RequestInit & { duplex?: "half" } = {
      method,
      headers: headers as Record<string, string>,
      signal: abort.signal,
    };
    if (method === "POST") {
      init.body = Readable.toWeb(req) as ReadableStream<Uint8Array>;
      init.duplex = "half";
    }
    void fetch(new Request(`http://${headers.host}${url}`, init)).then((response) => write(response, res));
  };
}

async function write(response: Response, res: ServerResponse): Promise<void> {
  res.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) {
    res.end();
    return;
  }
  try {
    for await (const chunk of response.body as NodeReadableStream<Uint8Array>) {
      if (!res.write(chunk)) await new Promise((resolve) => res.once("drain", resolve));
    }
    res.end();
  } catch {
    res.destroy();
  }
}
