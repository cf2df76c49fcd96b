// A process of its own: what the first messages cost that it reads, in ns of CPU each. The reader is loaded before, alone.
//
//     node benchmarks/dist/jsonrpc/first.js 'SDK v1' 1000 '200 B, call with text'

import { settled } from "../settled.ts";
import { messageKinds } from "./messages.ts";
import { bare, readers } from "./readers.ts";

const [, , name, count = "0", kind] = process.argv;
const read = await [...readers, bare].find((reader) => reader.name === name)?.load();
const messages = messageKinds().find((one) => one.name === kind)?.messages;
if (read === undefined || messages === undefined)
  throw new RangeError(`no such reader or kind: ${name}, ${kind}`);
const texts = messages.map((message) => JSON.stringify(message));
let made = 0;
await settled();
const before = process.cpuUsage();
for (let index = 0; index < Number(count); index++) {
  if (typeof read(texts[index % texts.length] ?? "") === "object") made++;
}
const { user, system } = process.cpuUsage(before);
console.log(((user + system) * 1000) / made);
