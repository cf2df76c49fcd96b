// Request -> Exchange, Answer -> Response.

import type { Exchange } from "../exchange.ts";
import { FetchExchange } from "./exchange.ts";

/** Answers one Request; never rejects. */
export function respond(core: { handle(exchange: Exchange): void }, request: Request): Promise<Response> {
  return new Promise((resolve) => {
    core.handle(new FetchExchange(request, resolve));
  });
}
