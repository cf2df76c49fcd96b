// Requests as plain as they come: no redirect is followed, nothing is retried, and everything is timed.

import type { IncomingMessage, RequestOptions } from "node:http";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import type { ClientSettings } from "../client/settings.ts";
import { startTimer } from "../client/timer.ts";

/** What a request may differ in. */
export interface ProbeOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly url?: URL;
  /** A connection of its own, that no other request has used. */
  readonly isFresh?: boolean;
}

/** An answer, its body still to come. */
export interface Probe {
  readonly response: IncomingMessage;
  readonly status: number;
  /** From sending to the head of the answer, in ms. */
  readonly headMs: number;
  header(name: string): string;
  /** Ends it, wherever it is. */
  close(): void;
}

/** Sends a request. @throws what node:http says, or an error with code `ETIMEDOUT` after the settings' timeout. */
export function probe(settings: ClientSettings, options: ProbeOptions = {}): Promise<Probe> {
  const { method = "GET", headers = {}, body, url = settings.url, isFresh = false } = options;
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  const { agent } = settings.options as { readonly agent?: RequestOptions["agent"] };
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method,
      // Node would take it from the Host header, which may be a stranger's.
      ...(url.protocol === "https:" && {
        servername: isIP(url.hostname.replace(/^\[|\]$/g, "")) === 0 ? url.hostname : "",
      }),
      headers: {
        ...(method === "GET" && { accept: "text/event-stream" }),
        ...(body !== undefined && {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
        }),
        ...settings.headers,
        ...headers,
      },
      // Through a proxy every request takes the proxy's agent; else a connection that is not kept.
      agent: agent ?? (isFresh ? false : undefined),
    });
    const timer = startTimer(() => {
      request.destroy(Object.assign(new Error("no answer"), { code: "ETIMEDOUT" }));
    }, settings.timeoutMs);
    request.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    request.once("response", (response) => {
      clearTimeout(timer);
      // Whoever reads on hears of it by the end of the body.
      request.on("error", () => {});
      response.on("error", () => {});
      resolve({
        response,
        status: response.statusCode ?? 0,
        headMs: performance.now() - started,
        header: (name) => String(response.headers[name] ?? ""),
        close: () => request.destroy(),
      });
    });
    request.end(body);
  });
}

/** A request of which only the status matters. */
export async function statusOf(settings: ClientSettings, options: ProbeOptions): Promise<number> {
  const { status, close } = await probe(settings, options);
  close();
  return status;
}

/** Of an error, the system's word for it. */
export function codeOf(error: unknown): string {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  return typeof code === "string" ? code : String(message);
}
