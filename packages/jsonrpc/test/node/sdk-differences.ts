// Where this codec and the official SDKs read the same text in different ways, and why. SPEC.md shows this list.

type Verdict = "accepted" | "refused";

/** One agreed difference from `JSONRPCMessageSchema` of the official SDKs. */
export interface SdkDifference {
  readonly id: string;
  readonly what: string;
  readonly ours: Verdict;
  readonly sdk: Verdict;
  readonly why: string;
  /** Texts that show it. */
  readonly examples: readonly string[];
  /** Whether it explains the readings of a value, given that they differ. */
  applies(value: Members): boolean;
}

/** A parsed JSON object. */
export type Members = { readonly [name: string]: unknown };

const ENVELOPE = ["jsonrpc", "id", "method", "params", "result", "error"];
const RELATED_TASK = "io.modelcontextprotocol/related-task";

export const sdkDifferences: readonly SdkDifference[] = [
  {
    id: "unknown-member",
    what: "a member of the message that JSON-RPC does not define",
    ours: "accepted",
    sdk: "refused",
    why: "It is dropped: a peer of a later revision may add one, and nothing behind the codec sees it.",
    examples: [
      '{"jsonrpc":"2.0","id":1,"method":"ping","trace":"x"}',
      '{"jsonrpc":"2.0","id":1,"result":{},"params":{}}',
      '{"jsonrpc":"2.0","method":"ping","Method":"x"}',
    ],
    applies: (value) => {
      const known = "method" in value ? ENVELOPE : ENVELOPE.filter((name) => name !== "params");
      return Object.keys(value).some((name) => !known.includes(name));
    },
  },
  {
    id: "params-array",
    what: "`params` by position",
    ours: "accepted",
    sdk: "refused",
    why: "JSON-RPC §4.2 has both forms. MCP uses names, which is for the layer above to say.",
    examples: [
      '{"jsonrpc":"2.0","id":1,"method":"sum","params":[1,2]}',
      '{"jsonrpc":"2.0","method":"a","params":[]}',
    ],
    applies: (value) => Array.isArray(value.params),
  },
  {
    id: "any-result",
    what: "a `result` that is not an object",
    ours: "accepted",
    sdk: "refused",
    why: "JSON-RPC §5 leaves the value of `result` to the method.",
    examples: ["null", "0", '"x"', "[]", "false"].map(
      (result) => `{"jsonrpc":"2.0","id":1,"result":${result}}`,
    ),
    applies: (value) => "result" in value && !isPlain(value.result),
  },
  {
    id: "null-error-id",
    what: "an error whose `id` is null",
    ours: "accepted",
    sdk: "refused",
    why: "JSON-RPC §5 demands null where the id of the request could not be read.",
    examples: ['{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"not JSON"}}'],
    applies: (value) => "error" in value && value.id === null,
  },
  {
    id: "meta",
    what: "a `_meta` of `params` or `result` whose shape MCP does not allow",
    ours: "accepted",
    sdk: "refused",
    why: "What is inside of `params` and `result` is handed on as parsed: it belongs to MCP, not to JSON-RPC.",
    examples: [
      '{"jsonrpc":"2.0","id":1,"method":"a","params":{"_meta":1}}',
      '{"jsonrpc":"2.0","id":1,"method":"a","params":{"_meta":{"progressToken":1.5}}}',
      `{"jsonrpc":"2.0","id":1,"method":"a","params":{"_meta":{"${RELATED_TASK}":{}}}}`,
      '{"jsonrpc":"2.0","id":1,"result":{"_meta":null}}',
    ],
    applies: (value) =>
      [value.params, value.result].some((part) => isPlain(part) && "_meta" in part && !isMeta(part._meta)),
  },
  {
    id: "proto-member",
    what: "a member `__proto__` of `params`, of `result` or of their `_meta`",
    ours: "accepted",
    sdk: "accepted",
    why: "The SDKs drop it. Here it stays the plain member that `JSON.parse` makes of it; no prototype is touched.",
    examples: [
      '{"jsonrpc":"2.0","id":1,"method":"a","params":{"__proto__":{"x":1}}}',
      '{"jsonrpc":"2.0","id":1,"result":{"__proto__":null}}',
      '{"jsonrpc":"2.0","method":"a","params":{"_meta":{"__proto__":1}}}',
    ],
    applies: (value) =>
      [value.params, value.result].some(
        (part) =>
          isPlain(part) && [part, part._meta].some((at) => isPlain(at) && Object.hasOwn(at, "__proto__")),
      ),
  },
];

function isPlain(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isMeta(meta: unknown): boolean {
  if (!isPlain(meta)) return false;
  const token = meta.progressToken;
  if ("progressToken" in meta && typeof token !== "string" && !Number.isSafeInteger(token)) return false;
  const task = meta[RELATED_TASK];
  return !(RELATED_TASK in meta) || (isPlain(task) && typeof task.taskId === "string");
}
