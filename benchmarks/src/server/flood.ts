// A flood of POSTs, in a process of its own: so many connections, each sends the next when the last was answered.
//
//     node flood.js '{"port":8080,"connections":20,"badPart":0.7}'

import { connect, type Socket } from "node:net";
import { BAD_POSTS } from "./bad-posts.ts";
import { LoadSession } from "./load-client.ts";

const { port, connections, badPart } = JSON.parse(process.argv[2] ?? "{}") as {
  port: number;
  connections: number;
  badPart: number;
};
const GOOD = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","text":"x"}}';
const report = { posts: 0, wrong: {} as Record<string, number> };

process.on("message", () => process.send?.(report));
process.on("disconnect", () => process.exit());
for (let n = 0; n < connections; n++) void flood(n);
process.send?.("ready");

async function flood(n: number): Promise<never> {
  const session = await LoadSession.open(port);
  for (let turn = n; ; turn++) {
    const bad = BAD_POSTS[turn % BAD_POSTS.length];
    if (bad === undefined || Math.random() >= badPart) {
      await session.post(GOOD);
    } else {
      const status = await answerTo(bad.request(session.endpoint));
      if (status !== bad.status) {
        const what = `${bad.kind}: ${status}`;
        report.wrong[what] = (report.wrong[what] ?? 0) + 1;
      }
    }
    report.posts++;
  }
}

/** On a connection of its own: after a refusal it may be closed. */
function answerTo(request: Buffer): Promise<number> {
  return new Promise((resolve) => {
    const socket: Socket = connect({
      port,
      host: "127.0.0.1",
      localAddress: `127.0.0.${2 + (report.posts % 200)}`,
    });
    let status = 0;
    socket.on("data", (chunk: Buffer) => {
      status ||= Number(chunk.toString("latin1", 9, 12));
      socket.destroy();
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(status));
    socket.write(request);
  });
}
