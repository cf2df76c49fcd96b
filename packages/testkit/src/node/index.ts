/**
 * What needs Node: a client of raw bytes, real servers on loopback.
 *
 * @packageDocumentation
 */

export {
  type Broker,
  startNats,
  startRedis,
  startSecureNats,
  startSecureRedis,
} from "./broker/broker.ts";
export { type RedisCluster, startRedisCluster } from "./broker/redis-cluster.ts";
export type { BusFailureSuite, InboxTap } from "./bus/failure-context.ts";
export { busFailureSuite } from "./bus/failure-suite.ts";
export { type BusNodeParts, serveBusNode } from "./bus/serve-bus-node.ts";
export { type ServerSuite, serverSuite } from "./check/server/server-suite.ts";
export {
  type FaultClass,
  type FaultClassName,
  type FaultEffect,
  type FaultScale,
  FULL_SCALE,
  faultClasses,
} from "./faults/classes.ts";
export { halfCloseAt, resetAt } from "./faults/cut.ts";
export type { Direction, Fault, FaultyLink, Pass, Scope, Treatment } from "./faults/fault.ts";
export { type BlackHoleOptions, blackHole, silence } from "./faults/hole.ts";
export { cutIdle } from "./faults/idle-cut.ts";
export type { LinkStart, ProxyLink } from "./faults/link.ts";
export { delay, jitter, slow } from "./faults/pace.ts";
export { createFaultProxy, type FaultPlan, type FaultProxy, type FaultProxyOptions } from "./faults/proxy.ts";
export { seeded } from "./faults/random.ts";
export { bufferUntil, coalesce, oneByteChunks } from "./faults/regroup.ts";
export { REPLACED_ANSWERS, type ReplacedAnswer, replaceAnswer } from "./faults/replace.ts";
export { truncateBody } from "./faults/truncate.ts";
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
export { CERTIFICATE, KEY } from "./http/certificate.ts";
export { connectRaw, type RawConnection, type RawConnectOptions } from "./http/raw-connection.ts";
export type { RawRequest } from "./http/raw-request.ts";
export type { RawHead, RawResponse } from "./http/raw-response.ts";
export type { RawEvent, RawStream } from "./http/raw-stream.ts";
export { type FetchHandler, type RunningServer, serveFetch, serveListener } from "./http/serve.ts";
export { localConfig } from "./nginx/config.ts";
export { type Nginx, startNginx } from "./nginx/nginx.ts";
export { connectionEnd, type TransportSubject, transportEnd } from "./sweep/ends.ts";
export type { Broken } from "./sweep/ledger.ts";
export { PAYLOAD_MARK, type TaggedMessage } from "./sweep/payload.ts";
export { type SoakOptions, type SoakReport, slopeOf, soak } from "./sweep/soak.ts";
export {
  SWEEP_TOKEN,
  type SweepClient,
  type SweepEnd,
  type SweepEvents,
  type SweepPair,
  type SweepServer,
  type SweepServing,
} from "./sweep/subject.ts";
export { linesOf, type SweepOptions, type SweepReport, sweep } from "./sweep/sweep.ts";
export { faultScale, type SweepScale, type SweepTimes, sweepTimes } from "./sweep/times.ts";
export { runTrial, type Trial, type TrialReport } from "./sweep/trial.ts";
export { classTrials, pairTrials, RESET_BYTES, resetPairTrials, resetTrials } from "./sweep/trials.ts";
export { loadTranscripts, type TranscriptSide } from "./transcript/load.ts";
export { playApplication, replayClient } from "./transcript/replay-client.ts";
export { type ReplayOptions, replayServer, type TranscriptServer } from "./transcript/replay-server.ts";
