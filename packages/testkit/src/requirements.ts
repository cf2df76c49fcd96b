// Every behaviour that a specification or this project promises, by id. A test proves one by citing it:
// see verifies.ts. The data is in requirements/, one file per subject.

import { bus } from "./requirements/bus.ts";
import { client } from "./requirements/client.ts";
import { connection } from "./requirements/connection.ts";
import { eventStream } from "./requirements/event-stream.ts";
import { exchange } from "./requirements/exchange.ts";
import { httpFailure } from "./requirements/http-failure.ts";
import { httpStatus } from "./requirements/http-status.ts";
import { jsonRpc } from "./requirements/json-rpc.ts";
import type { Requirement } from "./requirements/requirement.ts";
import { sdk } from "./requirements/sdk.ts";
import { security } from "./requirements/security.ts";
import { session } from "./requirements/session.ts";
import { sessionLife } from "./requirements/session-life.ts";

/** The id of a requirement, as `sse.id.null`. */
export type RequirementId =
  | keyof typeof eventStream
  | keyof typeof jsonRpc
  | keyof typeof connection
  | keyof typeof exchange
  | keyof typeof httpStatus
  | keyof typeof httpFailure
  | keyof typeof session
  | keyof typeof sessionLife
  | keyof typeof client
  | keyof typeof security
  | keyof typeof sdk
  | keyof typeof bus;

/** Every requirement by its id. */
export const requirements: Readonly<Record<RequirementId, Requirement>> = {
  ...eventStream,
  ...jsonRpc,
  ...connection,
  ...exchange,
  ...httpStatus,
  ...httpFailure,
  ...session,
  ...sessionLife,
  ...client,
  ...security,
  ...sdk,
  ...bus,
};
