// What `peer/transcripts.ts` is to tests on Node, for runtimes where nothing can listen.

import type { Transcript } from "@mcp-sse/testkit";
import { inject } from "vitest";

/** As in `peer/transcripts.ts`. */
export async function replay(transcript: Transcript): Promise<object> {
  const opened = await fetch(`${inject("peer")}/replay`, {
    method: "POST",
    body: JSON.stringify(transcript),
  });
  const { url, control } = (await opened.json()) as { url: string; control: string };
  const post = (what: string) => fetch(control + what, { method: "POST" });
  return {
    url,
    end: () => void post("/end"),
    async over() {
      const failure = await (await post("/over")).text();
      if (failure !== "") throw new Error(failure);
    },
  };
}
