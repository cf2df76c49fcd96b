/**
 * What needs Node: a client of raw bytes, real servers on loopback.
 *
 * @packageDocumentation
 */

export {
  type HandlerSuite,
  handlerCases,
  handlerSuite,
  runHandlerCase,
} from "./handler/handler-suite.ts";
export type {
  BusOutcome,
  HandlerOptionsSubject,
  HandlerSetup,
  RequestSubject,
  ServedHandler,
  SessionSubject,
} from "./handler/subject.ts";
export { connectRaw, type RawConnection } from "./http/raw-connection.ts";
export type { RawRequest } from "./http/raw-request.ts";
export type { RawHead, RawResponse } from "./http/raw-response.ts";
export type { RawEvent, RawStream } from "./http/raw-stream.ts";
export { type FetchHandler, type RunningServer, serveFetch, serveListener } from "./http/serve.ts";
export { loadTranscripts, type TranscriptSide } from "./transcript/load.ts";
export { parseTranscript, type Transcript, type TranscriptStep } from "./transcript/parse.ts";
export { playApplication, replayClient } from "./transcript/replay-client.ts";
export { playConversation, replayServer, type TranscriptServer } from "./transcript/replay-server.ts";
