// A client's part of a transcript, on any runtime.

import { expect } from "vitest";
import type { ConnectionSubject, Message } from "../connection/subject.ts";
import { within } from "../patience.ts";
import { messagesIn, type Transcript } from "./parse.ts";

/**
 * Plays the application of a transcript on a client's connection: writes each POST, reads each message.
 *
 * @param onAnswered - called where the server is to end the stream: everything before that has come.
 */
export async function playConversation(
  { steps }: Transcript,
  connection: ConnectionSubject,
  onAnswered: () => void = () => {},
): Promise<void> {
  for (const step of steps) {
    if (step.kind === "request" && step.method === "POST") {
      await within(connection.write(JSON.parse(step.body ?? "") as Message), "the answer to a POST");
    } else if (step.kind === "stream") {
      for (const data of messagesIn(step.text)) {
        expect(await within(connection.read(), "a message")).toEqual(JSON.parse(data));
      }
    } else if (step.kind === "end" && step.by === "client") {
      await within(connection.close(), "the end of close");
    } else if (step.kind === "end") {
      onAnswered();
      expect(await within(connection.read(), "the end")).toBeUndefined();
    }
  }
}
