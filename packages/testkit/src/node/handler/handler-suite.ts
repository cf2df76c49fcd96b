import { registerSuite } from "../../case.ts";
import { authorization } from "./authorization.ts";
import { bodies } from "./bodies.ts";
import { capacity } from "./capacity.ts";
import { createPeer, type HandlerCase, type HandlerContext } from "./context.ts";
import { failures } from "./failures.ts";
import { framing } from "./framing.ts";
import { hostOrigin } from "./host-origin.ts";
import { hosts } from "./hosts.ts";
import { methods } from "./methods.ts";
import { opening } from "./opening.ts";
import { order } from "./order.ts";
import { posting } from "./posting.ts";
import { refusingPosts } from "./refusing-posts.ts";
import { silence } from "./silence.ts";
import type { HandlerSetup, ServedHandler } from "./subject.ts";
import { targets } from "./targets.ts";
import { unread } from "./unread.ts";

/** Every case of the handler's contract: the status table in its order of checks, and what is around it. */
export const handlerCases: readonly HandlerCase[] = [
  ...opening,
  ...posting,
  ...targets,
  ...hosts,
  ...hostOrigin,
  ...methods,
  ...authorization,
  ...refusingPosts,
  ...bodies,
  ...framing,
  ...unread,
  ...failures,
  ...capacity,
  ...order,
  ...silence,
];

/** Something that claims to be the handler. */
export interface HandlerSuite {
  /** The subject of the test titles, as `createSseHandler over node:http`. */
  readonly name: string;
  /** Makes a handler and serves it on a loopback port of its own. */
  serve(setup: HandlerSetup): Promise<ServedHandler>;
  /** Whether requests reach it as the bytes that were sent: not through a web `Request`. */
  readonly raw: boolean;
}

/** Runs one case against handlers that `serve` makes, and closes them whatever happened. */
export async function runHandlerCase(
  serve: (setup: HandlerSetup) => Promise<ServedHandler>,
  run: (context: HandlerContext) => Promise<void>,
): Promise<void> {
  const served: ServedHandler[] = [];
  const cleanups: (() => void)[] = [];
  try {
    await run({
      async start(setup = {}) {
        const handler = await serve(setup);
        served.push(handler);
        return createPeer(handler, cleanups);
      },
    });
  } finally {
    for (const cleanup of cleanups) cleanup();
    await Promise.all(served.map((handler) => handler.close()));
  }
}

/** Registers tests for the handler's whole contract, over running servers. */
export function handlerSuite(suite: HandlerSuite): void {
  const cases = handlerCases.filter(({ rawOnly }) => suite.raw || !rawOnly);
  registerSuite(suite.name, cases, (run) => runHandlerCase((setup) => suite.serve(setup), run));
}
