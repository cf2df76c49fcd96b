// A client of HTTP+SSE in a few lines that is right in every case, but for the one flaw it is given.

import { createEventReader, type StreamEvent } from "../../../../src/node/check/event-reader.ts";

/** What a client can do wrong, and the cases that have to find it. */
export const clientFlaws = {
  "asks for anything": ["get.accept"],
  "posts text": ["post.content-type"],
  "posts to the path of its stream": ["endpoint.path"],
  "resolves against the origin": ["endpoint.relative", "endpoint.query"],
  "joins strings": ["endpoint.url"],
  "follows endpoints anywhere": ["endpoint.foreign"],
  "takes every endpoint": ["endpoint.second"],
  "waits for nothing": ["endpoint.slow"],
  "answers no requests": ["endpoint.with-message"],
  "knows LF only": ["stream.crlf", "stream.cr"],
  "keeps the BOM": ["stream.bom"],
  "reads chunk by chunk": ["stream.bytes"],
  "takes comments for data": ["stream.comments"],
  "dies of unknown fields": ["stream.fields"],
  "keeps the last data line": ["stream.data-lines"],
  "wants a type": ["stream.unnamed"],
  "takes every event": ["stream.other-events"],
  "dies of what is no message": ["stream.undecodable"],
  "cuts at separators": ["stream.separators"],
  "ignores statuses": ["get.204", "get.404", "get.401", "get.500"],
  "takes any type": ["get.content-type"],
  "is content with an end": ["get.ends"],
  "follows redirects": ["redirect.foreign"],
  "wants 202": ["post.200", "post.204"],
  "forgets early answers": ["post.late"],
  "ignores refusals": ["post.refused"],
  "goes on elsewhere": ["stream.cut"],
} as const;

export type ClientFlaw = keyof typeof clientFlaws;

type Message = { readonly id?: unknown; readonly method?: string };

/** Connects, initialises, lists the tools, and closes. */
export async function runFlawed(url: URL, given: AbortSignal, flaw?: ClientFlaw): Promise<void> {
  const is = (name: ClientFlaw): boolean => flaw === name;
  const own = new AbortController();
  const signal = AbortSignal.any([given, own.signal]);
  const inbox: Message[] = [];

  async function open(): Promise<{ endpoint: URL; next(): Promise<StreamEvent | undefined> }> {
    const response = await fetch(url, {
      headers: { accept: is("asks for anything") ? "*/*" : "text/event-stream" },
      redirect: is("follows redirects") ? "follow" : "manual",
      signal: is("waits for nothing") ? AbortSignal.any([signal, AbortSignal.timeout(100)]) : signal,
    });
    if (is("ignores statuses") && response.status !== 200) return nothing;
    if (response.status !== 200 || response.body === null) throw new Error("status");
    const isStream = response.headers.get("content-type") === "text/event-stream";
    if (!isStream && is("takes any type")) return nothing;
    if (!isStream) throw new Error("type");
    const next = eventsOf(response.body as unknown as AsyncIterable<Uint8Array>);
    const first = await next();
    if (first === undefined && is("is content with an end")) return nothing;
    if (first?.event !== "endpoint") throw new Error("no endpoint");
    return { endpoint: resolved(first.data), next };
  }

  const nothing = { endpoint: url, next: async () => undefined };

  function resolved(data: string): URL {
    if (is("joins strings")) return new URL(url.origin + data);
    const base = is("resolves against the origin") ? url.origin : url;
    const endpoint = new URL(data, base);
    if (endpoint.origin !== url.origin && !is("follows endpoints anywhere")) throw new Error("foreign");
    if (is("posts to the path of its stream")) endpoint.pathname = url.pathname;
    return endpoint;
  }

  function eventsOf(body: AsyncIterable<Uint8Array>): () => Promise<StreamEvent | undefined> {
    const changed = changedBytes(body);
    if (!is("reads chunk by chunk")) {
      const reader = createEventReader(changed, (line) => {
        if (is("dies of unknown fields") && line.startsWith("nonsense")) own.abort(new Error("field"));
      });
      return () => reader.next();
    }
    return async () => {
      for (;;) {
        const { done, value } = await changed.next();
        if (done) return undefined;
        const event = await createEventReader([value].values() as never as AsyncIterator<Uint8Array>).next();
        if (event !== undefined) return event;
      }
    };
  }

  async function* changedBytes(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      let text = Buffer.from(chunk).toString("latin1");
      if (is("knows LF only")) text = text.replaceAll("\r", "\0");
      if (is("keeps the BOM")) text = text.replace("\xEF\xBB\xBF", "x");
      if (is("takes comments for data")) text = text.replace(/^: /gm, "data: ");
      if (is("cuts at separators")) text = text.replaceAll("\xE2\x80\xA8", "\n");
      yield Buffer.from(text, "latin1");
    }
  }

  async function post(endpoint: URL, message: object): Promise<void> {
    const { status } = await fetch(endpoint, {
      method: "POST",
      headers: { "content-type": is("posts text") ? "text/plain" : "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", ...message }),
      signal,
    });
    if (is("forgets early answers")) inbox.length = 0;
    if (is("wants 202") && status !== 202) throw new Error("not 202");
    if (status >= 300 && !is("ignores refusals")) throw new Error("refused");
  }

  try {
    let session = await open();
    if (session === nothing) return;
    let isOver = false;
    const reading = (async () => {
      for (let event = await session.next(); event !== undefined; event = await session.next())
        await take(event);
      isOver = true;
    })();
    reading.catch(() => {
      isOver = true;
    });

    async function take({ event, data }: StreamEvent): Promise<void> {
      if (event === "endpoint" && is("takes every endpoint"))
        session = { ...session, endpoint: resolved(data) };
      if (event === undefined && is("wants a type")) return;
      if (event !== undefined && event !== "message" && !is("takes every event")) return;
      let message: Message;
      try {
        message = JSON.parse(is("keeps the last data line") ? (data.split("\n").at(-1) ?? "") : data);
      } catch (error) {
        if (is("dies of what is no message") || is("takes every event")) throw error;
        return;
      }
      if (message.method === "ping" && !is("answers no requests")) {
        await post(session.endpoint, { id: message.id, result: {} });
      } else inbox.push(message);
    }

    async function call(id: number, method: string): Promise<void> {
      await post(session.endpoint, { id, method, params: {} });
      while (!inbox.some((message) => message.id === id)) {
        if (isOver && is("goes on elsewhere")) {
          session = await open();
          await post(session.endpoint, { id, method }).catch(() => {});
          return;
        }
        if (isOver) throw new Error("ended");
        signal.throwIfAborted();
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    }

    await call(1, "initialize");
    await post(session.endpoint, { method: "notifications/initialized" });
    await call(2, "tools/list");
  } finally {
    own.abort();
  }
}
