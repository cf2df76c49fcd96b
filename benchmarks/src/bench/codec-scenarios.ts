// The codecs, and choices inside of them.

import type { Scenario } from "./scenarios.ts";

const NODE_24 = "24.21.0";

const SCANNERS = [
  "a1",
  "a2",
  "a3",
  "b",
  "c1",
  "c2",
  "c3",
  "c4",
  "d1",
  "d2",
  "e",
  "e2",
  "f",
  "g",
  "h",
  "i",
  "j",
  "k",
];
const QUICK_SCANNERS = ["a1", "a3", "b", "c1", "e", "h"];

/** In the order of the README. */
export const codecScenarios: readonly Scenario[] = [
  {
    name: "codec",
    title: "Event scanners, bytes in",
    about:
      "Bytes to events: our speed, and how many times longer others take, on the same chunks in one process. Two peers take time in proportion to the square of an event, and are not run on those of 16 MiB. Targets are beside eventsource-parser 4.1.3.",
    command: ["codec.js", "all"],
    parts: SCANNERS,
    quick: QUICK_SCANNERS,
    chart: "times ours",
    seconds: { full: 110, quick: 7 },
  },
  {
    name: "codec-node24",
    title: "Event scanners, bytes in, Node 24",
    about: "The same on Node 24, beside the peer that the targets speak of.",
    command: ["codec.js"],
    parts: SCANNERS,
    quick: false,
    node: NODE_24,
    chart: "times ours",
    seconds: { full: 50, quick: 0 },
  },
  {
    name: "codec-text",
    title: "Event scanners, text in",
    about: "Text to events, which spares both the decoder.",
    command: ["codec.js", "text"],
    parts: SCANNERS,
    quick: QUICK_SCANNERS,
    chart: "times ours",
    seconds: { full: 40, quick: 5 },
  },
  {
    name: "codec-text-node24",
    title: "Event scanners, text in, Node 24",
    about: "The same on Node 24.",
    command: ["codec.js", "text"],
    parts: SCANNERS,
    quick: false,
    node: NODE_24,
    chart: "times ours",
    seconds: { full: 40, quick: 0 },
  },
  {
    name: "vectors",
    title: "Vectors that scanners read right",
    about:
      "Types and data of the events of each shared vector, in one chunk, and at every single cut and byte by byte (the two of 80 kB and 1 MB at 16 places each). Counted, not measured.",
    command: ["conformance.js"],
    chart: "vectors",
    seconds: { full: 6, quick: 6 },
  },
  {
    name: "stream",
    title: "Whole streams",
    about: "A body of bytes, one event per chunk, to a loop over its events.",
    command: ["stream.js"],
    chart: "times ours",
    seconds: { full: 4, quick: 3 },
  },
  {
    name: "stream-node24",
    title: "Whole streams, Node 24",
    about: "The same on Node 24.",
    command: ["stream.js"],
    quick: false,
    node: NODE_24,
    chart: "times ours",
    seconds: { full: 5, quick: 0 },
  },
  {
    name: "encode",
    title: "Event writers",
    about:
      "An event to text, of which the middle character is read, so that a rope is paid for by whoever made it.",
    command: ["encode.js"],
    chart: "times ours",
    seconds: { full: 8, quick: 6 },
  },
  {
    name: "encode-node24",
    title: "Event writers, Node 24",
    about: "The same on Node 24.",
    command: ["encode.js"],
    quick: false,
    node: NODE_24,
    chart: "times ours",
    seconds: { full: 9, quick: 0 },
  },
  {
    name: "kept",
    title: "Keeping an event of many",
    about:
      "Of 70 events of some 230 B in each chunk of 16 KiB the data of one is kept: heap for each, and CPU time per event of reading all of them.",
    command: ["kept.js"],
    chart: "ns",
    layout: "peers",
    seconds: { full: 5, quick: 3 },
  },
  {
    name: "jsonrpc",
    title: "JSON-RPC",
    about:
      "CPU time as a multiple of the first peer's of each row: of bare `JSON.parse` and `JSON.stringify` on the same messages, or of our `toMessage` (`check`) and `decodeMessage` (`read`; `first`: of the first messages of a process, each sample one of its own, what it imports not counted).",
    command: ["jsonrpc.js"],
    parts: ["decode", "encode", "check", "read", "first"],
    quick: ["encode", "read"],
    chart: "times the first",
    seconds: { full: 135, quick: 8 },
  },
  {
    name: "jsonrpc-node24",
    title: "JSON-RPC, Node 24",
    about: "The same on Node 24.",
    command: ["jsonrpc.js"],
    parts: ["decode", "encode", "check", "read", "first"],
    quick: false,
    node: NODE_24,
    chart: "times the first",
    seconds: { full: 110, quick: 0 },
  },
  {
    name: "jsonrpc-strict",
    title: "What JSON-RPC readers let through",
    about: "Texts that each reader reads or refuses as the specifications want. Counted, not measured.",
    command: ["jsonrpc-strict.js"],
    chart: "texts",
    seconds: { full: 1, quick: 1 },
  },
  {
    name: "pieces",
    title: "Choices inside the server",
    about:
      "What a `Request` made for every message would add to decoding it; and how many times dearer ten events of one tick are, written apart, corked, than joined.",
    command: ["pieces.js"],
    chart: "times joined",
    seconds: { full: 15, quick: 11 },
  },
];
