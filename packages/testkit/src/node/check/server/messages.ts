import { parsed } from "../checked-session.ts";
import { expectThat, needs, type ServerCheck } from "../server-check.ts";

const PINGS = 32;

const request = (id: unknown, method = "ping", params?: object): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });

/** A ping's ID, as it must come back. */
const idCheck = (name: string, what: string, id: string | number): ServerCheck => ({
  name: `id.${name}`,
  title: `answers with the request's own ID: ${what}`,
  ids: ["jsonrpc.response.same-id", ...(id === 0 || id === "" ? (["jsonrpc.id.falsy"] as const) : [])],
  async run({ initialized }) {
    const session = await initialized();
    const before = session.seen.length;
    const { status } = await session.post(request(id));
    expectThat(status < 300, `the POST was answered ${status}`);
    // Any response: its ID is what is judged.
    for (;;) {
      const event = session.seen[before] ?? (await session.next());
      expectThat(event !== undefined, "the stream ended before the answer");
      const message = parsed(event.data);
      if (message === undefined || "method" in message) continue;
      const isSame = Object.is(message.id, id);
      expectThat(isSame, `the ID came back as another ${typeof message.id}`);
      return;
    }
  },
});

/** What JSON-RPC and MCP say of messages, as far as the wire shows it. */
export const messages: readonly ServerCheck[] = [
  idCheck("zero", "0", 0),
  idCheck("string", 'the string "1"', "1"),
  idCheck("empty", "the empty string", ""),
  idCheck("negative", "-1", -1),
  idCheck("large", "2^53 - 1", Number.MAX_SAFE_INTEGER),
  idCheck("unicode", "line separators, CJK, an emoji, a NEL", "a\u2028b\u2029c é中😀\u0085\r\n\t"),
  {
    name: "message.one-per-event",
    title: "puts exactly one message into each event, of type message",
    ids: ["session.message.event"],
    async run({ initialized }) {
      const session = await initialized();
      await session.call("a", "ping");
      await session.call("b", "tools/list");
      await session.call("c", "mcp-sse/unknown");
      for (const { event, data } of session.seen) {
        expectThat(event === undefined || event === "message", `an event is of type ${event ?? ""}`);
        const message = parsed(data);
        expectThat(message !== undefined, "the data of an event is not one JSON object");
        expectThat(message.jsonrpc === "2.0", "a message is not of JSON-RPC 2.0");
      }
    },
  },
  {
    name: "stream.grammar",
    title: "writes lines that the grammar of event streams knows, in UTF-8",
    ids: ["sse.utf8", "session.media-type"],
    async run({ initialized }) {
      const session = await initialized();
      await session.call("é中😀", "ping");
      const odd = session.lines.find((line) => !/^(:|$|(event|data|id|retry)(:|$))/.test(line));
      expectThat(odd === undefined, `a line is ${JSON.stringify(odd?.slice(0, 40))}`);
      expectThat(session.isUtf8, "its bytes are not UTF-8");
    },
  },
  {
    name: "response.shape",
    title: "answers with either a result or an error",
    ids: ["jsonrpc.response.exactly-one"],
    async run({ initialized }) {
      const session = await initialized();
      for (const method of ["ping", "mcp-sse/unknown"]) {
        const answer = await session.call(method, method);
        expectThat("result" in answer !== "error" in answer, `the answer to ${method} has both or none`);
      }
    },
  },
  {
    name: "response.each",
    title: `answers each of ${PINGS} requests at once exactly once`,
    ids: ["jsonrpc.response.each"],
    async run({ initialized }) {
      const session = await initialized();
      const ids = Array.from({ length: PINGS }, (_, n) => n + 100);
      const answers = await Promise.all(ids.map((id) => session.post(request(id))));
      const refused = answers.find(({ status }) => status >= 300);
      expectThat(refused === undefined, `a POST was answered ${refused?.status ?? 0}`);
      for (const id of ids) await session.answer(id);
      await session.call("last", "ping");
      const times = new Map<unknown, number>();
      for (const { data } of session.seen) {
        const id = parsed(data)?.id;
        times.set(id, (times.get(id) ?? 0) + 1);
      }
      expectThat(
        ids.every((id) => times.get(id) === 1),
        "a request was answered more than once",
      );
    },
  },
  {
    name: "response.order",
    title: "answers pings in the order of their POSTs",
    ids: ["order.client-to-server", "order.server-to-client"],
    async run({ initialized }) {
      const session = await initialized();
      const ids = Array.from({ length: 8 }, (_, n) => n + 200);
      for (const id of ids) await session.post(request(id));
      for (const id of ids) await session.answer(id);
      const order = session.seen
        .map(({ data }) => parsed(data)?.id)
        .filter((id) => ids.some((own) => own === id));
      expectThat(order.join() === ids.join(), "the answers came in another order");
    },
  },
  {
    name: "notification.unanswered",
    title: "answers no notification, known or unknown",
    ids: ["jsonrpc.notification.unanswered"],
    async run({ initialized }) {
      const session = await initialized();
      const before = session.seen.length;
      for (const method of ["notifications/initialized", "notifications/mcp-sse-unknown"]) {
        await session.post(JSON.stringify({ jsonrpc: "2.0", method }));
      }
      await session.call("after", "ping");
      const own = session.seen.slice(before).map(({ data }) => parsed(data));
      const strays = own.filter((message) => message !== undefined && !("method" in message));
      expectThat(strays.length === 1, "a notification was answered");
    },
  },
  {
    name: "method.unknown",
    title: "answers -32601 to methods it does not have, inherited names too",
    ids: ["jsonrpc.method.unknown", "jsonrpc.error.object"],
    async run({ initialized }) {
      const session = await initialized();
      for (const method of ["mcp-sse/unknown", "toString", "constructor", "__proto__"]) {
        const { error } = await session.call(method, method);
        const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
        expectThat(code === -32601, `${method} was answered ${JSON.stringify(code) ?? "with a result"}`);
        expectThat(typeof message === "string", "the error's message is no string");
      }
    },
  },
  {
    name: "cancel.unknown",
    title: "ignores a cancellation of what it does not know",
    ids: ["mcp.cancel.unknown"],
    async run({ initialized }) {
      const session = await initialized();
      const params = { requestId: "never sent", reason: "" };
      await session.post(JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params }));
      await session.call("after", "ping");
    },
  },
  {
    name: "cancel.no-response",
    title: "sends no response to a request that was cancelled",
    ids: ["mcp.cancel.no-response"],
    async run({ initialized, options: { slowTool } }) {
      needs(slowTool !== undefined, "no tool is named that runs until it is cancelled");
      const session = await initialized();
      await session.post(request("slow", "tools/call", { arguments: {}, ...slowTool }));
      await session.call("between", "ping");
      const params = { requestId: "slow" };
      await session.post(JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params }));
      for (const id of ["after", "later", "at last"]) await session.call(id, "ping");
      const isAnswered = session.seen.some(({ data }) => parsed(data)?.id === "slow");
      expectThat(!isAnswered, "the request was answered");
    },
  },
  {
    name: "progress.increases",
    title: "sends progress with the request's token, increasing, before the result",
    ids: ["mcp.progress.increases", "order.server-to-client"],
    async run({ initialized, options: { progressTool } }) {
      needs(progressTool !== undefined, "no tool is named that reports progress");
      const session = await initialized();
      const params = { arguments: {}, ...progressTool, _meta: { progressToken: "kit-token" } };
      await session.call("counted", "tools/call", params);
      const all = session.seen.map(({ data }) => parsed(data));
      const last = all.findIndex((message) => message?.id === "counted");
      const steps = all
        .slice(0, last)
        .filter((message) => message?.method === "notifications/progress")
        .map((message) => message?.params as { progressToken?: unknown; progress?: number });
      expectThat(steps.length > 0, "no progress came before the result");
      expectThat(
        steps.every(({ progressToken }) => progressToken === "kit-token"),
        "progress came with another token",
      );
      const isRising = steps.every(
        ({ progress = 0 }, at) => at === 0 || progress > (steps[at - 1]?.progress ?? 0),
      );
      expectThat(isRising, "progress did not increase");
    },
  },
];
