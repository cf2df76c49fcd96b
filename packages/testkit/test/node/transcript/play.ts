// A transcript that is right, ones that are wrong in one thing, and the two replayers against each other.

import { loadTranscripts } from "../../../src/node/transcript/load.ts";
import { replayClient } from "../../../src/node/transcript/replay-client.ts";
import { replayServer } from "../../../src/node/transcript/replay-server.ts";
import type { Transcript } from "../../../src/transcript/parse.ts";

export const right: Transcript = loadTranscripts("server").filter(
  ({ name }) => name === "server-request",
)[0] as Transcript;

/** The right transcript with one change in its steps, as JSON has them. */
export function changed(from: string, to: string): Transcript {
  const steps = JSON.stringify(right.steps);
  if (!steps.includes(from)) throw new Error(`the transcript has no ${from}`);
  return { ...right, steps: JSON.parse(steps.replace(from, to)) };
}

/** Plays the client of one transcript against the server of another. */
export async function play(client: Transcript, server: Transcript): Promise<void> {
  const replay = await replayServer(server);
  try {
    await replayClient(client, replay.url);
    await replay.played;
  } finally {
    await replay.close();
  }
}
