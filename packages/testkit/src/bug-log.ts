// Faults that people met in other transports and reported: each is a test here, whose title cites its id.

/** What a fault is about. */
export type BugArea = "codec" | "json-rpc" | "server" | "http" | "security" | "client" | "bridge";

/** One fault that must not come back. */
export interface Bug {
  readonly area: BugArea;
  /** What went wrong, in one line. */
  readonly title: string;
}

/** Areas that are built: the coverage test fails for an entry of theirs that no test cites. */
export const COVERED_AREAS: ReadonlySet<BugArea> = new Set([
  "codec",
  "json-rpc",
  "server",
  "http",
  "security",
  "client",
  "bridge",
]);

/** Their entries about what is not built. */
export const UNBUILT: ReadonlySet<string> = new Set();

/** Every fault by its id. */
export const bugLog: Readonly<Record<string, Bug>> = {
  C01: codec("a CRLF that is cut between two chunks ends two lines"),
  C02: codec("an empty first chunk hides the byte order mark after it"),
  C05: codec("U+2028, U+2029 or U+0085 ends a line"),
  C06: codec("an event with empty data is not dispatched"),
  C07: codec("a byte order mark costs the first event"),
  C08: codec("a long line in small pieces takes quadratic time"),
  C09: codec("a line that never ends is held without bound"),
  C11: codec("a bare CR in data forges a field"),
  C13: codec("a line break in a comment forges a field"),
  C15: codec("U+2028 leaves unescaped, and a weak reader cuts the line there"),
  C17: codec("a character cut between two chunks is lost"),
  J01: jsonRpc("a string id is answered with a number"),
  J02: jsonRpc('a response id "0" is taken for 0, or dropped without a word'),
  J04: jsonRpc("an integer id comes back as a fraction, or rounded"),
  J05: jsonRpc("a falsy id makes a request a notification"),
  J06: jsonRpc("a method named like an inherited property resolves to it"),
  J07: jsonRpc("keys match without regard to case, or duplicates are read differently at each hop"),
  J08: jsonRpc("a key that only folds to an envelope key is read as that key"),
  J10: jsonRpc("a notification's method with an id is given a result by the transport"),
  J11: jsonRpc("a request with id null vanishes"),
  S01: server("a body that a parser has read is a 400"),
  S02: server("close tells the end twice, or does not end the response"),
  S03: server("close inside the close callback recurses"),
  S06: server("a POST to a session whose stream has dropped is accepted"),
  S09: server("an expired session leaves its stream open"),
  S10: server("a stalled reader lets writes pile up until memory is gone"),
  S11: server("writes ignore backpressure"),
  S13: server("a session's queue has no limit"),
  S14: server("close never settles while a stream is open"),
  S15: server("half-open peers keep the process alive"),
  S17: server("a keep-alive writes to an ended response, and the process dies"),
  S18: server("a callback that the application replaces takes the cleanup with it"),
  S20: server("a second stream breaks the process"),
  S21: server("each session leaves a listener and a timer"),
  H02: http("the endpoint does not follow the mount path of the request"),
  H03: http("the endpoint is made from the Host that a proxy sent"),
  H05: http("a heartbeat stays in a compression buffer"),
  H06: http("flush is called where there is none"),
  H07: http("a connection header is sent over HTTP/2"),
  H08: http("a proxy holds events back"),
  H10: http("the host runtime cuts a silent stream"),
  H11: http("a POST reaches another instance, and nobody says so"),
  H13: http("a preflight is not answered, or a star goes with credentials"),
  X01: security("a legitimate name of this machine is refused"),
  X03: security("the Origin is never looked at"),
  X04: security("credentials go to the origin that an endpoint event names"),
  X06: security("origins with IPv6 or default ports compare wrongly"),
  X08: security("a rebound page passes because it sends no Origin"),
  X09: security("a second client takes over the first one's stream"),
  X10: security("a URL of a foreign scheme is opened"),
  K01: client("a dropped stream becomes a new session without a word"),
  K03: client("the runtime cuts a silent stream"),
  K04: client("an idle limit counts from the start of the stream"),
  K05: client("a refused token is refreshed without end"),
  K07: client("a short success resets the count of attempts"),
  K08: client("every client comes back in the same second"),
  K10: client("202 is a failure"),
  K13: client("a 405 to a POST ends the attempt instead of falling back"),
  K14: client("close inside the close handler loops"),
  B01: bridge("an answer goes to every client"),
  B02: bridge("clients share one child's state"),
  B05: bridge("a bad line on stdout ends the reading"),
  B06: bridge("blank and CRLF lines are errors"),
  B07: bridge("a child that exits at once takes its host with it"),
  B09: bridge("a size limit counts two lines as one"),
  B10: bridge("U+2028 ends a line of stdout"),
  B12: bridge("parallel requests get each other's answers"),
};

function codec(title: string): Bug {
  return { area: "codec", title };
}

function jsonRpc(title: string): Bug {
  return { area: "json-rpc", title };
}

function server(title: string): Bug {
  return { area: "server", title };
}

function http(title: string): Bug {
  return { area: "http", title };
}

function security(title: string): Bug {
  return { area: "security", title };
}

function client(title: string): Bug {
  return { area: "client", title };
}

function bridge(title: string): Bug {
  return { area: "bridge", title };
}
