import { serve } from "../../src/bun.ts";
import { createHandler } from "../../src/mcp-handler.ts";
import { endWithStdin } from "./end-with-stdin.ts";

const keepAliveMs = Number(process.argv[2]) || undefined;
const server = serve(createHandler({ keepAliveMs }), 0);
endWithStdin();
console.log(server.port);
