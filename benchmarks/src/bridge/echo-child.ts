// The stdio server behind every gateway: one tool, which gives back its text. Nothing in it can be slow.

const info = { name: "echo", version: "1.0.0" };
const tool = { name: "echo", inputSchema: { type: "object", properties: { text: { type: "string" } } } };

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly protocolVersion?: string; readonly arguments?: { readonly text?: string } };
}

function resultOf({ method, params }: Message): unknown {
  if (method === "initialize") {
    const protocolVersion = params?.protocolVersion ?? "2024-11-05";
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: info };
  }
  if (method === "tools/list") return { tools: [tool] };
  if (method === "tools/call") return { content: [{ type: "text", text: params?.arguments?.text ?? "" }] };
  return {};
}

let rest = "";
process.stdin.setEncoding("utf8").on("data", (chunk: string) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) {
    const message = JSON.parse(line) as Message;
    if (message.id === undefined || message.method === undefined) continue;
    process.stdout.write(
      `${JSON.stringify({ jsonrpc: "2.0", id: message.id, result: resultOf(message) })}\n`,
    );
  }
});
