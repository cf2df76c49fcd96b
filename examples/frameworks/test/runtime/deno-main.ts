import { serve } from "../../src/deno.ts";
import { createHandler } from "../../src/mcp-handler.ts";
import { endWithStdin } from "./end-with-stdin.ts";

const server = serve(createHandler(), 0);
endWithStdin();
console.log(server.addr.port);
