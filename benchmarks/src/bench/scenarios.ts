// What `pnpm bench` runs: a program each, its peers side by side.

/** A program that measures, and how its figures are shown. */
export interface Scenario {
  readonly name: string;
  readonly title: string;
  /** What is compared, and with what: stands above the table. */
  readonly about: string;
  /** In benchmarks/dist, with its arguments. */
  readonly command: readonly [program: string, ...args: string[]];
  /** Fewer workloads, for `--quick`. */
  readonly quick?: readonly string[];
  /** The unit that the chart shows; more is to the right. */
  readonly chart: string;
}

/** All of them, in the order of the README. */
export const scenarios: readonly Scenario[] = [
  {
    name: "server",
    title: "Servers",
    about:
      "CPU time of the server's process per operation, beside a `node:http` handler that does the same HTTP and nothing else (`bare`) and the SDK's `SSEServerTransport`; each server is a process of its own.",
    command: ["server.js"],
    quick: ["call", "push100", "open"],
    chart: "us",
  },
  {
    name: "client",
    title: "Clients",
    about:
      "CPU time of the client's process, or time on the wall, per call and per message received; more than 1 is dearer than our `SSEClientTransport`. Each client is a process of its own.",
    command: ["client.js"],
    quick: ["call", "receive 200 B, each", "receive 16"],
    chart: "times ours",
  },
  {
    name: "bridge",
    title: "Gateways from stdio",
    about:
      "`mcp-sse serve` beside the gateways that people run, with the same child behind each: from start to the first event, and CPU time of the gateway per call.",
    command: ["bridge.js", "start", "cost"],
    quick: ["start"],
    chart: "times ours",
  },
  {
    name: "codec",
    title: "Event scanners",
    about:
      "Bytes to events: our speed, and how many times longer others take, on the same chunks in one process.",
    command: ["codec.js"],
    quick: ["a1", "a3", "b", "c1", "e ", "h"],
    chart: "times ours",
  },
  {
    name: "stream",
    title: "Whole streams",
    about: "A body of bytes, one event per chunk, to a loop over its events.",
    command: ["stream.js"],
    chart: "times ours",
  },
  {
    name: "encode",
    title: "Event writers",
    about: "An event to text.",
    command: ["encode.js"],
    chart: "times ours",
  },
  {
    name: "jsonrpc",
    title: "JSON-RPC",
    about:
      "CPU time as a multiple of the first peer's of each row: of bare `JSON.parse` and `JSON.stringify`, or of our `decodeMessage`.",
    command: ["jsonrpc.js"],
    quick: ["decode text", "encode text", "read"],
    chart: "times the first",
  },
  {
    name: "import",
    title: "Import time",
    about: "One `import` in a fresh process of Node.",
    command: ["client-import.js"],
    chart: "ms",
  },
  {
    name: "install",
    title: "What an install brings",
    about:
      "`npm install` of each into an empty folder, without optional and peer dependencies: packages, and what they hold on the disk. Ours are packed as they would be published. Counted, not measured.",
    command: ["install.js"],
    chart: "kB",
  },
];

/** Those of these names; all without any. @throws `RangeError` for a name that none has. */
export function scenariosNamed(names: readonly string[]): readonly Scenario[] {
  const strange = names.find((name) => !scenarios.some((scenario) => scenario.name === name));
  if (strange !== undefined) {
    throw new RangeError(`no scenario ${strange}: there are ${scenarios.map(({ name }) => name).join(", ")}`);
  }
  return names.length === 0 ? scenarios : scenarios.filter(({ name }) => names.includes(name));
}
