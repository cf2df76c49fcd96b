// Runs the server of remote.test.ts in Node, wherever its tests run.

import type { Transcript } from "@mcp-sse/testkit";
import { loadTranscripts } from "@mcp-sse/testkit/node";
import type { TestProject } from "vitest/node";
import { startPeer } from "./peer.ts";

declare module "vitest" {
  interface ProvidedContext {
    peer: string;
    transcripts: Transcript[];
  }
}

let stopPeer = (): void => {};

export async function setup(project: TestProject): Promise<void> {
  const { origin, stop } = await startPeer();
  stopPeer = stop;
  project.provide("peer", origin);
  project.provide("transcripts", loadTranscripts("client"));
}

export function teardown(): void {
  stopPeer();
}
