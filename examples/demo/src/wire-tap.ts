// A TCP proxy that shows what passes, line by line, as it passes. What HTTP/1.1 needs for itself is left out: the
// sizes of chunks, and headers about the connection.

import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { connect, createServer } from "node:net";

export interface WireTap {
  /** The same URL as the target's, through the tap. */
  readonly url: URL;
  close(): Promise<void>;
}

/** Starts a tap in front of `target`; `show` is called with each line as it passes. */
export async function tapWire(
  target: URL,
  show: (from: "client" | "server", line: string) => void,
): Promise<WireTap> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const fromClient = lineReader((line) => show("client", line));
    let isStream = false;
    const fromServer = lineReader((line) => {
      isStream ||= line === "event: endpoint";
      show("server", line);
    });
    client.on("end", () => {
      if (isStream) show("client", "(closes the stream)");
    });
    for (const [socket, other, read] of [
      [client, upstream, fromClient],
      [upstream, client, fromServer],
    ] as const) {
      sockets.add(socket);
      socket.on("data", read);
      socket.pipe(other);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

const PLUMBING = /^([0-9a-f]{1,8}|(host|date|connection|keep-alive|content-length|transfer-encoding):.*)$/i;

/** Cuts bytes into lines; holds at most one unfinished line. */
function lineReader(show: (line: string) => void): (chunk: Buffer) => void {
  let rest = "";
  return (chunk) => {
    const lines = (rest + chunk.toString("utf8")).split(/\r?\n/);
    rest = lines.pop() ?? "";
    for (const line of lines) if (line !== "" && !PLUMBING.test(line)) show(line);
    // A POST's body ends without a line end, but it is one line of JSON, and complete.
    if (rest.startsWith("{") && rest.endsWith("}")) {
      show(rest);
      rest = "";
    }
  };
}
