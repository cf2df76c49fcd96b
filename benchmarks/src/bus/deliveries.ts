// Deliveries as a handler makes them: a call of 200 B, with the headers that fetch sends.

import type { Envelope, MessageBus } from "@mcp-sse/sse-server";
import { callOf } from "../server/wire.ts";

const BODY = callOf(200);
const DEADLINE_MS = 2_000;

/** Delivers one after the other; gives how long each took, in ms. */
export async function trips(bus: MessageBus, node: string, owner: string, count: number): Promise<number[]> {
  const took: number[] = [];
  for (let n = 0; n < count; n++) {
    const from = performance.now();
    await deliver(bus, node, owner);
    took.push(performance.now() - from);
  }
  return took;
}

/** Delivers with so many under way; gives how long all took, in ms. */
export async function flood(
  bus: MessageBus,
  node: string,
  { owner, count, inFlight }: { readonly owner: string; readonly count: number; readonly inFlight: number },
): Promise<number> {
  let left = count;
  const from = performance.now();
  const worker = async (): Promise<void> => {
    while (left-- > 0) await deliver(bus, node, owner);
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return performance.now() - from;
}

async function deliver(bus: MessageBus, node: string, owner: string): Promise<void> {
  const { status } = await bus.deliver(owner, envelopeOf(node, owner));
  if (status !== "accepted") throw new Error(`a delivery came to ${status}`);
}

function envelopeOf(from: string, owner: string): Envelope {
  return {
    version: 1,
    id: crypto.randomUUID(),
    from,
    sessionId: `${owner}.mH0v7Q9rX1cmH0v7Q9rX1cab`,
    deadline: Date.now() + DEADLINE_MS,
    principal: undefined,
    authInfo: undefined,
    target: `/sse?sessionId=${owner}.mH0v7Q9rX1cmH0v7Q9rX1cab`,
    origin: "http://127.0.0.1:8000",
    headers: [
      ["accept", "*/*"],
      ["accept-encoding", "gzip, deflate"],
      ["accept-language", "*"],
      ["content-length", String(BODY.length)],
      ["content-type", "application/json"],
      ["host", "127.0.0.1:8000"],
      ["sec-fetch-mode", "cors"],
      ["user-agent", "node"],
    ],
    remoteAddress: "127.0.0.1",
    body: BODY,
  };
}
