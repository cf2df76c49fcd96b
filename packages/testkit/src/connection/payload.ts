import { expect } from "vitest";
import type { Case } from "../case.ts";
import { within } from "../patience.ts";
import type { ConnectionContext, Message } from "./subject.ts";

const TEXT = 'a\u0000b\r\n\n\r"\\ é中😀 \u0085\u2028\u2029\ufeff data: x\n\nevent: endpoint';

/** What a careless reader or writer changes: falsy ids, look-alike ids, line breaks, odd keys, sizes. */
const PAYLOADS: readonly (readonly [what: string, message: object])[] = [
  ["id 0", { id: 0, method: "ping" }],
  ["id -1", { id: -1, method: "ping" }],
  ["the largest integer id", { id: Number.MAX_SAFE_INTEGER, method: "ping" }],
  ["the empty string as id", { id: "", method: "ping" }],
  ['id "0"', { id: "0", method: "ping" }],
  ['id "1" in a result', { id: "1", result: {} }],
  ["id 1 in a result", { id: 1, result: {} }],
  ["an id of odd characters", { id: TEXT, result: {} }],
  ["a null result", { id: 2, result: null }],
  ["a false result", { id: 3, result: false }],
  ["an error with data", { id: 4, error: { code: -32001, message: TEXT, data: [null, TEXT] } }],
  ["an error with an empty message", { id: 5, error: { code: 0, message: "" } }],
  ["params by position", { id: 6, method: "sum", params: [1, null, "x"] }],
  ["empty params", { method: "notifications/none", params: {} }],
  ["line breaks and odd characters", { method: "notifications/text", params: { [TEXT]: TEXT } }],
  ["an inherited name as method", { id: 7, method: "__proto__", params: { constructor: 1 } }],
  ["1 MiB of text", { id: 8, result: { text: "é".repeat(512 * 1024) } }],
];

export const payload: readonly Case<ConnectionContext>[] = [
  {
    ids: "connection.payload",
    title: "reads every kind of message as it was sent",
    async run({ local, peer, patienceMs }) {
      for (const [what, members] of PAYLOADS) {
        const message: Message = { jsonrpc: "2.0", ...members };
        const read = local.read();
        await within(peer.send(message), `sending ${what}`, patienceMs);
        expect(await within(read, what, patienceMs), what).toEqual(message);
      }
    },
  },
  {
    ids: "connection.payload",
    title: "writes every kind of message so that the peer has it as it was",
    async run({ local, peer, patienceMs }) {
      for (const [what, members] of PAYLOADS) {
        const message: Message = { jsonrpc: "2.0", ...members };
        const received = peer.receive();
        await within(local.write(message), `writing ${what}`, patienceMs);
        expect(await within(received, what, patienceMs), what).toEqual(message);
      }
    },
  },
];
