/**
 * What proves an HTTP+SSE implementation: requirements, suites for its contracts, and the tie between
 * a requirement and its tests. Imports nothing of what it tests.
 *
 * @packageDocumentation
 */

export { type Bug, type BugArea, bugLog, COVERED_AREAS, UNBUILT } from "./bug-log.ts";
export { type MessageBusSuite, messageBusSuite } from "./bus/message-bus-suite.ts";
export {
  type BusDelivery,
  type BusEnvelope,
  type BusInbox,
  type BusSetup,
  type BusSubject,
  envelopeTo,
} from "./bus/subject.ts";
export { type ConnectionSuite, connectionSuite } from "./connection/connection-suite.ts";
export {
  type ConnectionPeer,
  type ConnectionSetup,
  type ConnectionSubject,
  type Message,
  peerOf,
} from "./connection/subject.ts";
export { staysPending, until, within } from "./patience.ts";
export { linkOf, type Requirement, type Source } from "./requirements/requirement.ts";
export { type RequirementId, requirements } from "./requirements.ts";
export { testEffort, testSeed } from "./seed.ts";
export { parseTranscript, type Transcript, type TranscriptStep } from "./transcript/parse.ts";
export { playConversation } from "./transcript/play-conversation.ts";
export { titleOf, verifies } from "./verifies.ts";
export { createWatchedSignal, type WatchedSignal } from "./watched-signal.ts";
