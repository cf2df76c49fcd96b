// What not to do: a handler in a Worker of its own.

import { createHandler } from "../../src/mcp-handler.ts";

export { McpSessions } from "../../src/durable-object.ts";

const handler = createHandler();

export default { fetch: handler.fetch };
