// What readers of JSON-RPC messages let through: each of them is run on each text. Prints the table of
// packages/jsonrpc/README.md.

import { type Read, readers } from "./jsonrpc/readers.ts";
import { recordCount } from "./record.ts";

type Verdict = "reads" | "refuses";

/** What a reader is given, and what the specifications want, where they say. */
const ROWS: readonly (readonly [what: string, text: string, wanted: Verdict])[] = [
  ["a request, a result, an error", '{"jsonrpc":"2.0","id":1,"result":{}}', "reads"],
  ["`params` by position (§4.2)", '{"jsonrpc":"2.0","id":1,"method":"a","params":[1]}', "reads"],
  ["a `result` that is no object (§5)", '{"jsonrpc":"2.0","id":1,"result":null}', "reads"],
  ["an error with `id` null (§5)", '{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":""}}', "reads"],
  ["a member of a later revision", '{"jsonrpc":"2.0","id":1,"method":"a","x":1}', "reads"],
  ["a request with `id` null (MCP)", '{"jsonrpc":"2.0","id":null,"method":"a"}', "refuses"],
  ["the id 1.5", '{"jsonrpc":"2.0","id":1.5,"method":"a"}', "refuses"],
  [
    "an id past 2^53, which would be answered as another",
    '{"jsonrpc":"2.0","id":9007199254740993,"method":"a"}',
    "refuses",
  ],
  ["an id that is an object", '{"jsonrpc":"2.0","id":{},"method":"a"}', "refuses"],
  ["`params` that are a string (§4.2)", '{"jsonrpc":"2.0","id":1,"method":"a","params":"x"}', "refuses"],
  [
    "both `result` and `error` (§5)",
    '{"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1,"message":""}}',
    "refuses",
  ],
  ["neither of them (§5)", '{"jsonrpc":"2.0","id":1}', "refuses"],
  ["a `method` beside a `result`", '{"jsonrpc":"2.0","id":1,"method":"a","result":1}', "refuses"],
  [
    'an error whose code is "1" (§5.1)',
    '{"jsonrpc":"2.0","id":1,"error":{"code":"1","message":""}}',
    "refuses",
  ],
  ["a result without id (§5)", '{"jsonrpc":"2.0","result":1}', "refuses"],
  ['`jsonrpc` "1.0" (§4)', '{"jsonrpc":"1.0","id":1,"method":"a"}', "refuses"],
  ["a batch (MCP has none)", '[{"jsonrpc":"2.0","id":1,"method":"a"}]', "refuses"],
];

function verdictOf(read: Read, text: string): Verdict {
  try {
    return read(text) === undefined ? "refuses" : "reads";
  } catch {
    return "refuses";
  }
}

console.log(`| text | wanted | ${readers.map(({ name }) => name).join(" | ")} |`);
console.log(`| --- | --- |${" --- |".repeat(readers.length)}`);
const reads = await Promise.all(readers.map(({ load }) => load()));
for (const [at, read] of reads.entries()) {
  const right = ROWS.filter(([, text, wanted]) => verdictOf(read, text) === wanted).length;
  const target = at === 0 ? { atLeast: ROWS.length } : undefined;
  recordCount(
    `texts dealt with as the specifications want, of ${ROWS.length}`,
    readers[at]?.name ?? "",
    "texts",
    right,
    target,
  );
}
for (const [what, text, wanted] of ROWS) {
  const cells = reads.map((read) => {
    const verdict = verdictOf(read, text);
    return verdict === wanted ? verdict : `**${verdict}**`;
  });
  console.log(`| ${what} | ${wanted} | ${cells.join(" | ")} |`);
}
