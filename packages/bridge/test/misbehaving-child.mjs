// A stdio server that does whatever it is asked to do wrong. One JSON-RPC request per line; the method says what.
// Without a request it does what its arguments say, before it reads anything.

import { spawn } from "node:child_process";
import { closeSync } from "node:fs";

let count = 0;
const say = (text) => process.stdout.write(text);
const send = (message) => say(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

const start = {
  "exit-at-once"() {
    process.stderr.write("first line\nno such module\n");
    process.exit(1);
  },
  "noise-first": () => say("npm notice a new version\nListening…\n{ not json\n\r\n[]\n"),
  deaf: () => process.on("SIGTERM", () => {}),
  "stdin-deaf": () => setInterval(() => {}, 1_000),
};

const methods = {
  echo: ({ id, params }) => send({ id, result: { ...params, pid: process.pid } }),
  count({ id }) {
    count += 1;
    send({ id, result: { count } });
  },
  later({ id, params }) {
    setTimeout(() => send({ id, result: params }), params.ms);
  },
  world: ({ id }) =>
    send({
      id,
      result: { env: process.env, argv: process.argv.slice(2), cwd: process.cwd(), pid: process.pid },
    }),
  noise({ id, params }) {
    say(params.text);
    send({ id, result: {} });
  },
  raw: ({ params }) => say(params.text),
  // Its bytes one by one, each in a write of its own.
  async drip({ params }) {
    for (const byte of Buffer.from(params.text)) {
      say(Buffer.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
  },
  crlf: ({ id }) => say(`${JSON.stringify({ jsonrpc: "2.0", id, result: {} })}\r\n`),
  big({ id, params }) {
    const message = { jsonrpc: "2.0", id, result: { text: "x".repeat(params.size) } };
    const text = JSON.stringify(
      params.idLast === true ? { result: message.result, jsonrpc: "2.0", id } : message,
    );
    say(`${text}\n${JSON.stringify({ jsonrpc: "2.0", method: "notifications/after" })}\n`);
  },
  // As many bytes of a line as are asked for, limit and small line in one write.
  exactly({ id, params }) {
    const empty = JSON.stringify({ jsonrpc: "2.0", id, result: "" });
    const line = JSON.stringify({ jsonrpc: "2.0", id, result: "x".repeat(params.bytes - empty.length) });
    say(`${line}\n${JSON.stringify({ jsonrpc: "2.0", method: "notifications/after" })}\n`);
  },
  flood({ id, params }) {
    for (let i = 0; i < params.count; i++) {
      send({ method: "notifications/flood", params: { i, text: "x".repeat(params.size) } });
    }
    send({ id, result: {} });
  },
  crash({ params }) {
    process.stderr.write("about to go\nlast words\n");
    process.exit(params?.code ?? 3);
  },
  killed: () => process.kill(process.pid, "SIGKILL"),
  "close-stdout": () => process.stdout.end(),
  "close-stdin"({ id }) {
    process.stdin.pause();
    closeSync(0);
    send({ id, result: {} });
    setInterval(() => {}, 1_000);
  },
  "wrong-answer": ({ id }) => say(`${JSON.stringify({ id, result: {} })}\n`),
  "both-answers": ({ id }) =>
    say(`${JSON.stringify({ jsonrpc: "2.0", id, result: {}, error: { code: 1, message: "x" } })}\n`),
  "ask-back": ({ id }) => {
    send({ id: 7, method: "roots/list" });
    methods.waiting = id;
  },
  "never-answer": () => {},
  // A process that its own parent leaves behind; `setsid: false` keeps it in the group.
  grandchild({ id }) {
    const child = spawn(
      process.execPath,
      ["--eval", "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"],
      {
        stdio: ["ignore", "inherit", "ignore"],
      },
    );
    send({ id, result: { pid: child.pid } });
  },
  stderr({ id, params }) {
    process.stderr.write(params.text);
    send({ id, result: {} });
  },
  "stop-reading"({ id }) {
    process.stdin.pause();
    setInterval(() => {}, 1_000);
    send({ id, result: {} });
  },
};

for (const name of process.argv.slice(2)) start[name]?.();

let text = "";
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  const lines = (text + chunk).split("\n");
  text = lines.pop();
  for (const line of lines) {
    const message = JSON.parse(line);
    if (message.method === undefined) send({ id: methods.waiting, result: { said: message } });
    else if (message.id !== undefined || message.method === "notifications/raw")
      methods[message.method]?.(message);
  }
});
