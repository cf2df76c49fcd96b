// The least that puts a `fetch` handler under node:http. What it costs is measured by a bare handler over it.

import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";

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
  const reader = response.body?.getReader();
  if (reader === undefined) {
    res.end();
    return;
  }
  // Not by the request's signal alone: nobody need hold the request, and its signal goes with it.
  res.once("close", () => void reader.cancel());
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      if (!res.write(read.value)) await new Promise((resolve) => res.once("drain", resolve));
    }
    res.end();
  } catch {
    res.destroy();
  }
}
