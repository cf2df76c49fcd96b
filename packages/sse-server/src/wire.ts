// This side's words of the HTTP+SSE contract.
//
//     event: endpoint                       the first event of every stream
//     data: /sse?sessionId=5hK0…            where the client POSTs
//
//     event: message
//     data: {"jsonrpc":"2.0",…}
//
// Spec: MCP 2024-11-05 basic/transports, "HTTP with SSE".

/** Event type of the first event: its data is the URI that the client POSTs to. */
export const ENDPOINT_EVENT = "endpoint";

/** Event type of every later event: its data is one message as JSON. */
export const MESSAGE_EVENT = "message";

/** Query parameter that carries the session ID, as the ecosystem's clients and proxies know it. */
export const SESSION_PARAM = "sessionId";

/** Other spellings of it, as other servers of this transport write them: read, never written. */
export const SESSION_PARAM_ALIASES = ["sessionid", "session_id"] as const;
