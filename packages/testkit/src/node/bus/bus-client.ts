// A client that does not care which node it POSTs to.

import { Agent, type ClientRequest, get, request } from "node:http";
import { until } from "../../patience.ts";

/** One session, and what its stream said. */
export interface BusClient {
  readonly id: string;
  /** The node in its ID. */
  readonly owner: string;
  /** Numbers of the messages that came back. */
  readonly echoes: readonly number[];
  /** Whether the stream is still open. */
  readonly open: boolean;
  close(): void;
}

/** The header in which a node under test is told the principal. */
export const PRINCIPAL = "x-principal";

const ANYBODY = "anybody";

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/**
 * Opens a session.
 *
 * @param onEndpoint - called within the turn in which the endpoint event came.
 * @param principal - who it says it is.
 * @returns the status of a GET that opened none.
 */
export async function openBusClient(
  url: URL,
  onEndpoint: (id: string) => void = () => undefined,
  principal: string = ANYBODY,
): Promise<BusClient | number> {
  let id: string | undefined;
  let status = 0;
  let open = true;
  const echoes: number[] = [];
  const sent: ClientRequest = get(
    url,
    { headers: { accept: "text/event-stream", [PRINCIPAL]: principal }, agent: false },
    (response) => {
      status = response.statusCode ?? 0;
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
        if (id === undefined) {
          id = /sessionId=([\w.-]+)\n/.exec(text)?.[1];
          if (id !== undefined) onEndpoint(id);
        }
        for (const [, number] of text.matchAll(/"number":(\d+)\}\}\n\n/g)) echoes.push(Number(number));
        text = text.slice(text.lastIndexOf("\n\n") + 2);
      });
      response.on("close", () => {
        open = false;
      });
      response.on("error", () => undefined);
    },
  );
  sent.on("error", () => {
    open = false;
    status ||= -1;
  });
  await until(() => id !== undefined || (status !== 0 && status !== 200), "the endpoint", 10_000);
  if (id === undefined) {
    sent.destroy();
    return status;
  }
  return {
    id,
    owner: id.slice(0, id.indexOf(".")),
    echoes,
    get open() {
      return open;
    },
    close: () => void sent.destroy(),
  };
}

/** The answer to a POST. */
export interface PostAnswer {
  readonly status: number;
  readonly tookMs: number;
}

/** POSTs a numbered message for a session to any node; `-1` is an answer that never came. */
export function postNumber(
  url: URL,
  id: string,
  number: number,
  padBytes: number = 0,
  principal: string = ANYBODY,
): Promise<PostAnswer> {
  const pad = padBytes > 0 ? { pad: "x".repeat(padBytes) } : {};
  const body = JSON.stringify({ jsonrpc: "2.0", method: "notifications/number", params: { number, ...pad } });
  const target = new URL(`?sessionId=${id}`, url);
  const started = performance.now();
  return new Promise((resolve) => {
    const done = (status: number): void => resolve({ status, tookMs: performance.now() - started });
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      [PRINCIPAL]: principal,
    };
    const sent = request(target, { method: "POST", headers, agent }, (response) => {
      response
        .resume()
        .on("end", () => done(response.statusCode ?? 0))
        .on("error", () => done(-1));
    });
    sent.on("error", () => done(-1));
    sent.setTimeout(15_000, () => sent.destroy());
    sent.end(body);
  });
}
