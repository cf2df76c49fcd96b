// A route handler in the style of Next's app router: app/sse/route.ts

import { createHandler } from "./mcp-handler.ts";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

// One process has to hold a session's GET and get its POSTs: `next start`, not functions that come and go.
const handler = createHandler();

export const GET = handler.fetch;
export const POST = handler.fetch;
export const OPTIONS = handler.fetch;
