// What a requirement is. The short names of the sources are those of SPEC.md.

/** Where each source can be read; a section is named by its anchor there. */
const PAGES = {
  HTML: "https://html.spec.whatwg.org/multipage/server-sent-events.html",
  "JSON-RPC": "https://www.jsonrpc.org/specification",
  MCP: "https://modelcontextprotocol.io/specification/2024-11-05/basic/transports",
  "MCP-messages": "https://modelcontextprotocol.io/specification/2024-11-05/basic/messages",
  "MCP-progress": "https://modelcontextprotocol.io/specification/2024-11-05/basic/utilities/progress",
  "MCP-cancellation": "https://modelcontextprotocol.io/specification/2024-11-05/basic/utilities/cancellation",
  HTTP: "https://www.rfc-editor.org/rfc/rfc9110.html",
  "HTTP/1.1": "https://www.rfc-editor.org/rfc/rfc9112.html",
} as const;

/** A section of a specification, as `HTML#authoring-notes`; or `mcp-sse` for a promise of our own. */
export type Source = `${keyof typeof PAGES}#${string}` | "mcp-sse";

/** One behaviour that somebody promised. */
export interface Requirement {
  readonly source: Source;
  /** The specification's own sentence; of a promise of ours, the promise. */
  readonly quote: string;
  /** RFC 2119's words. What we promise ourselves is a `must`. */
  readonly level: "must" | "should" | "may";
  /** Who has to do it; absent where it binds a format or both sides alike. */
  readonly side?: "server" | "client";
  /** The row of the behaviour table that it belongs to, as `S9`. */
  readonly row?: string;
}

/** The link to a source's section; `undefined` for a promise of our own. */
export function linkOf(source: Source): string | undefined {
  if (source === "mcp-sse") return undefined;
  const [page, section] = source.split("#") as [keyof typeof PAGES, string];
  return `${PAGES[page]}#${section}`;
}
