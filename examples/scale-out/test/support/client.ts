// The least of a client: a stream whose first event is read, and POSTs to the endpoint that it names.

import { Agent, request } from "node:http";
import { onTestFinished } from "vitest";

/** Whose address it has, and what it says of itself. */
export interface Sender {
  readonly localAddress?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Opens a session; it ends with the test. @returns where to POST, and the cookies that it was given. */
export function openSession(
  url: URL,
  { localAddress, headers = {} }: Sender = {},
): Promise<{ readonly endpoint: URL; readonly cookies: readonly string[] }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent: new Agent(), localAddress, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`the GET was answered ${response.statusCode}`));
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
        const target = /^data: (.+)$/m.exec(text)?.[1];
        const cookies = response.headers["set-cookie"] ?? [];
        if (target !== undefined) resolve({ endpoint: new URL(target, url), cookies });
      });
      response.on("error", () => {});
    });
    sent.on("error", reject).end();
    onTestFinished(() => void sent.destroy());
  });
}

/** POSTs a notification. @returns the status. */
export function post(endpoint: URL, { localAddress, headers = {} }: Sender = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = {
      method: "POST",
      localAddress,
      headers: { ...headers, "content-type": "application/json" },
    };
    const sent = request(endpoint, { ...options, agent: new Agent() }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode ?? 0));
    });
    sent.on("error", reject).end('{"jsonrpc":"2.0","method":"notifications/hello"}');
  });
}
