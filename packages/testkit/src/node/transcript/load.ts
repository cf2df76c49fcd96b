import { readdirSync, readFileSync } from "node:fs";
import { parseTranscript, type Transcript } from "../../transcript/parse.ts";

/** Who a transcript is replayed against. */
export type TranscriptSide = "server" | "client";

/** The transcripts for one side: its own, and those that hold for both. */
export function loadTranscripts(side: TranscriptSide): Transcript[] {
  return ["both", side].flatMap((folder) => {
    const url = new URL(`../../../transcripts/${folder}/`, import.meta.url);
    return readdirSync(url)
      .filter((file) => file.endsWith(".txt"))
      .map((file) =>
        parseTranscript(file.slice(0, -".txt".length), readFileSync(new URL(file, url), "utf8")),
      );
  });
}
