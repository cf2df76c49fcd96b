// Runs the server of remote.test.ts in Node, wherever its tests run.

import type { TestProject } from "vitest/node";
import { startPeer } from "./peer.ts";

declare module "vitest" {
  interface ProvidedContext {
    peer: string;
  }
}

let stopPeer = (): void => {};

export async function setup(project: TestProject): Promise<void> {
  const { origin, stop } = await startPeer();
  stopPeer = stop;
  project.provide("peer", origin);
}

export function teardown(): void {
  stopPeer();
}
