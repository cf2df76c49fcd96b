// This side's words of the HTTP+SSE contract.
//
//     GET  <SSE endpoint>      ──▶  200 text/event-stream
//                              ◀──  event: endpoint   data: <where to POST>
//     POST <session endpoint>  ──▶  202
//                              ◀──  event: message    data: <one JSON-RPC message>
//
// Spec: MCP 2024-11-05 transports, "HTTP with SSE".

/** Type of the first event: its data is the URI reference of the session endpoint. */
export const ENDPOINT_EVENT = "endpoint";

/** Type of the events that carry a message; an event without a type is one too. */
export const MESSAGE_EVENT = "message";

/** What a GET asks for. */
export const EVENT_STREAM = "text/event-stream";

/** What a POST carries. */
export const JSON_BODY = "application/json";

/** Type of the notification that gives a request up: it means nothing to a server that has not seen that request. */
export const CANCELLED_METHOD = "notifications/cancelled";
