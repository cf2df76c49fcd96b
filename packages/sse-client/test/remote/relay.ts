// Servers that a test scripts from a runtime where none can listen: they listen here, and everything that happens to
// them is told to the test, which says what they do. `server.ts` is its other end.
//
//     POST /relay/open     ──▶  { port, control }
//     GET  <control>       ──▶  a line of JSON for each event
//     POST <control>       steps, each [number of the exchange, name of a method, its arguments]  ──▶  their answers
//
// Each is controlled at a port of its own: a browser has six connections for all that it asks of one origin, and the
// events of six servers would take them all.

import http from "node:http";
import type { AddressInfo, Socket } from "node:net";

interface Relayed {
  readonly server: http.Server;
  readonly responses: Map<number, http.ServerResponse>;
  tell(event: object): void;
  listen(response: http.ServerResponse): void;
}

const open = new Set<http.Server>();

/** Opens a server, and says where it is and where it is controlled. */
export async function relay(_request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const relayed = create();
  const control = http.createServer((request, answer) => {
    answer.setHeader("access-control-allow-origin", "*");
    if (request.method !== "GET") return void takeSteps(relayed, request, answer);
    relayed.listen(answer);
    // A test that no longer listens is over.
    answer.once("close", () => {
      stop(relayed.server);
      stop(control);
    });
  });
  const [port, controlPort] = await Promise.all([listen(relayed.server), listen(control)]);
  response.end(JSON.stringify({ port, control: `http://127.0.0.1:${controlPort}` }));
}

async function listen(server: http.Server): Promise<number> {
  open.add(server);
  server.once("close", () => open.delete(server));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

async function takeSteps(
  relayed: Relayed,
  request: http.IncomingMessage,
  answer: http.ServerResponse,
): Promise<void> {
  let body = "";
  for await (const chunk of request) body += chunk;
  const answers: string[] = [];
  for (const [exchange, method, ...args] of JSON.parse(body)) {
    perform(relayed, exchange, method, args);
    answers.push(method === "unsent" ? String(relayed.responses.get(exchange)?.writableLength) : "");
  }
  answer.end(JSON.stringify(answers));
}

/** Ends what tests have left. */
export function stopRelayed(): void {
  for (const server of open) stop(server);
}

function stop(server: http.Server): void {
  server.closeAllConnections();
  server.close();
}

function perform({ server, responses }: Relayed, exchange: number, method: string, args: unknown[]): void {
  const response = responses.get(exchange);
  if (method === "stop") stop(server);
  if (response === undefined) return;
  const [first, second] = args as [never, never];
  if (method === "writeHead") response.writeHead(first, second);
  else if (method === "flushHeaders") response.flushHeaders();
  else if (method === "write") response.write(Buffer.from(first, "base64"));
  else if (method === "end") response.end(Buffer.from(first, "base64"));
  else if (method === "writeNumbered") writeNumbered(response, first, second);
  else if (method === "destroy") response.destroy();
  else if (method === "reset") response.socket?.resetAndDestroy();
}

function writeNumbered(response: http.ServerResponse, text: string, total: number): void {
  for (let number = 0; number < total; number++) response.write(text.replace("#", String(number)));
}

function create(): Relayed {
  const responses = new Map<number, http.ServerResponse>();
  const early: string[] = [];
  const sockets = new Map<Socket, number>();
  let told: http.ServerResponse | undefined;
  let exchanges = 0;
  function tell(event: object): void {
    const line = `${JSON.stringify(event)}\n`;
    if (told === undefined) early.push(line);
    else told.write(line);
  }
  const server = http.createServer((request, response) => {
    // The page of a browser is of another origin.
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-expose-headers", "*");
    request.on("error", () => {});
    response.on("error", () => {});
    if (request.method === "OPTIONS") {
      const asked = request.headers["access-control-request-headers"] ?? "";
      response
        .writeHead(204, { "access-control-allow-headers": asked, "access-control-max-age": "60" })
        .end();
      return;
    }
    const exchange = ++exchanges;
    responses.set(exchange, response);
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      const { method, url: target, headers } = request;
      tell({ kind: "request", exchange, method, target, headers, body, socket: sockets.get(request.socket) });
    });
    response.on("close", () => tell({ kind: "closed", exchange }));
  });
  server.on("connection", (socket) => {
    const name = sockets.size;
    sockets.set(socket, name);
    tell({ kind: "connected", socket: name });
    socket.on("error", () => {});
    socket.once("close", () => tell({ kind: "disconnected", socket: name }));
  });
  return {
    server,
    responses,
    tell,
    listen(response) {
      told = response;
      response.writeHead(200, { "content-type": "application/x-ndjson" }).flushHeaders();
      for (const line of early.splice(0)) response.write(line);
    },
  };
}
