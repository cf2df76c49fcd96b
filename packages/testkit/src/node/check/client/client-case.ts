// One case that a client is taken through, and what is seen of it.

import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequirementId } from "../../../requirements.ts";

/** A request as the reference server saw it. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: IncomingMessage["headers"];
  /** Of a POST. */
  readonly body: string;
  /** Whether it came to the other origin, where nothing has to come. */
  readonly isForeign: boolean;
}

/** How the client's run ended. */
export type ClientEnd = "connected" | "failed" | "hung";

/** What is known when the run is over. */
export interface Observation {
  readonly end: ClientEnd;
  readonly requests: readonly SeenRequest[];
  /** The POSTs among them. */
  readonly posts: readonly SeenRequest[];
}

/** What a case answers with. */
export interface CaseServer {
  /** Where this case begins: the path of its GET. */
  readonly path: string;
  /** The other origin, for endpoints and redirects that no client may follow. */
  readonly foreign: URL;
  /** Opens the stream and writes its endpoint event; `endpoint` as it stands there. */
  open(res: ServerResponse, endpoint?: string): CaseStream;
}

/** The stream of a case. */
export interface CaseStream {
  readonly res: ServerResponse;
  /** Writes bytes as they are. */
  write(text: string): void;
}

/** A case: how the server behaves, and what a right client does. */
export interface ClientCase {
  readonly name: string;
  /** Finishes a sentence whose subject is the client. */
  readonly title: string;
  readonly ids: readonly RequirementId[];
  /** How the run has to end; a client that hangs is at fault in each. */
  readonly end: "connected" | "failed";
  /** Answers the GET. @defaultValue a stream with an endpoint of its own path */
  readonly get?: (server: CaseServer, res: ServerResponse, req: IncomingMessage) => void;
  /** How an answer is written to the stream. @defaultValue one message event */
  readonly answer?: (stream: CaseStream, json: string, message: { readonly method?: string }) => void;
  /** How a POST is answered, once its message is read. @defaultValue 202 */
  readonly post?: (res: ServerResponse, stream: CaseStream) => void;
  /** What is wrong with what was seen; nothing if all is right. */
  readonly judge?: (seen: Observation, server: Pick<CaseServer, "path" | "foreign">) => string | undefined;
}
