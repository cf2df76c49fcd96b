// Two choices inside the server, each beside what was not chosen: `Request` objects that are made when somebody looks,
// and small events that are joined before they are written.

import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { decodeMessage } from "@mcp-sse/jsonrpc";
import { measure, show } from "./harness.ts";
import { record } from "./record.ts";
import { callOf } from "./server/wire.ts";

const REPEATS = 200;
const BATCH = 10;

await requests();
await writes();

/** What making the `Request` of every message would add to decoding it. */
async function requests(): Promise<void> {
  const body = Buffer.from(callOf(200));
  const url = new URL("http://127.0.0.1:8080/sse?sessionId=AAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAA");
  const headers = new Headers({ host: "127.0.0.1:8080", "content-type": "application/json", accept: "*/*" });
  const repeat = (work: () => unknown) => (): number => {
    let made = 0;
    for (let n = 0; n < REPEATS; n++) made += work() === undefined ? 0 : 1;
    return made;
  };
  const results = await measure([
    { name: "decodeMessage", run: repeat(() => decodeMessage(body)) },
    { name: "new Request", run: repeat(() => new Request(url, { method: "POST", headers })) },
  ]);
  console.log(`Node ${process.version}; median [quartiles]`);
  for (const { name, time, ratio } of results) {
    const us = (ms: number): number => (ms * 1000) / REPEATS;
    const figure = show({ median: us(time.median), low: us(time.low), high: us(time.high) });
    console.log(`  ${name.padEnd(14)} ${figure} us, ${show(ratio)} times decodeMessage`);
    const { median, low, high } = time;
    const workload = "for each message of 200 B";
    record({ workload, column: name, unit: "us", median: us(median), low: us(low), high: us(high) });
  }
}

/** Ten events of one tick, joined or corked: the CPU time of a process that also reads them. */
async function writes(): Promise<void> {
  const [near, far] = await pair();
  let received = 0;
  far.on("data", (chunk: Buffer) => {
    received += chunk.length;
    far.emit("more");
  });
  const arrived = async (bytes: number): Promise<number> => {
    while (received < bytes) await once(far, "more");
    received = 0;
    return bytes;
  };
  console.log(`\n${BATCH} events written together: how many times dearer apart, corked, than joined`);
  for (const size of [256, 1024, 4096, 16_384, 65_536]) {
    // A string of its own each time, as an encoded event is.
    const event = (n: number): string => `data: ${n}${"x".repeat(size - 10)}\n\n`;
    const batch = (): string[] => Array.from({ length: BATCH }, (_, n) => event(n));
    const bytes = batch().join("").length;
    const [, apart] = await measure([
      {
        name: "joined",
        run() {
          near.write(batch().join(""));
          return arrived(bytes);
        },
      },
      {
        name: "corked",
        run() {
          near.cork();
          for (const text of batch()) near.write(text);
          near.uncork();
          return arrived(bytes);
        },
      },
    ]);
    if (apart === undefined) continue;
    console.log(`  ${String(size).padStart(6)} B  ${show(apart.ratio)}`);
    const workload = `${BATCH} events of ${size} B`;
    record({ workload, column: "apart, corked", unit: "times joined", ...apart.ratio });
  }
  near.destroy();
}

async function pair(): Promise<[Socket, Socket]> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const near = connect((server.address() as { port: number }).port, "127.0.0.1");
  const [far] = (await once(server, "connection")) as [Socket];
  server.close();
  far.on("error", () => {});
  return [near, far];
}
