// The demo's server as a stdio child, for gateways.

import { createServer } from "@mcp-sse/example-demo/mcp-server";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

await createServer(() => {}).connect(new StdioServerTransport());
