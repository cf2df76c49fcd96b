// Transcripts that are replayed for a test on another runtime. `transcripts.ts` is its other end.
//
//     POST /replay     the transcript  ──▶  { url, control }
//     POST <control>/end
//     POST <control>/over              ──▶  what the client did wrong; nothing, if nothing

import http from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import type { Transcript } from "@mcp-sse/testkit";
import { replayServer } from "@mcp-sse/testkit/node";

/** Replays the transcript in the body of a request. */
export async function replay(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  let end = (): void => {};
  const mayEnd = new Promise<void>((resolve) => {
    end = resolve;
  });
  const server = await replayServer((await json(request)) as Transcript, { anyOrigin: true, mayEnd });
  const control = http.createServer((asked, answer) => {
    answer.setHeader("access-control-allow-origin", "*");
    if (asked.url === "/end") {
      end();
      return void answer.end();
    }
    void server.played.then(
      () => answer.end(),
      (error: unknown) => answer.end(String(error)),
    );
    answer.once("close", () => {
      void server.close();
      control.closeAllConnections();
      control.close();
    });
  });
  await new Promise<void>((resolve) => control.listen(0, "127.0.0.1", resolve));
  const { port } = control.address() as AddressInfo;
  response.end(JSON.stringify({ url: server.url.href, control: `http://127.0.0.1:${port}` }));
}
