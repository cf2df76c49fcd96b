import { until, within } from "@mcp-sse/testkit";
import { describe, expect, test } from "vitest";
import { type Conversation, converse, type Progress } from "../../../src/cli/client/conversation.ts";
import { type Asked, type Outcome, serveMcp } from "../mcp-peer.ts";

async function conversation(
  methods: Parameters<typeof serveMcp>[0],
  timeoutMs = 10_000,
): Promise<{ talk: Conversation; peer: Awaited<ReturnType<typeof serveMcp>> }> {
  const peer = await serveMcp(methods);
  return { peer, talk: await converse({ url: peer.url, options: {}, headers: {}, timeoutMs }) };
}

describe("a conversation", () => {
  test("begins with the handshake, and knows the server's name", async () => {
    const { talk, peer } = await conversation({});
    expect(talk).toMatchObject({ server: { name: "peer", version: "1" }, protocolVersion: "2024-11-05" });
    expect(await talk.request("ping")).toEqual({});
    expect(peer.asked.map(({ method }) => method)).toEqual([
      "initialize",
      "notifications/initialized",
      "ping",
    ]);
    expect("params" in (peer.asked[2] as Asked)).toBe(false);
    await talk.close();
  });

  test.each([
    [null],
    [7],
    [{}],
    [{ serverInfo: { name: { toString: 1 }, version: [] } }],
    [{ serverInfo: null }],
  ])("is held with a server that answers initialize with %j", async (result) => {
    const { talk } = await conversation({ initialize: () => ({ result }) });
    expect(talk.server).toEqual({ name: "?", version: "?" });
    await talk.close();
  });

  test.each(["initialize", "notifications/initialized", "ping"])(
    "ends in time where the POST of %s is left open",
    async (open) => {
      const peer = await serveMcp(
        { [open]: () => undefined },
        {
          post(request, response) {
            if (JSON.parse(request.body).method !== open) response.writeHead(202).end();
          },
        },
      );
      const silent = async (): Promise<void> => {
        const talk = await converse({ url: peer.url, options: {}, headers: {}, timeoutMs: 300 });
        try {
          await talk.request("ping");
        } finally {
          await talk.close();
        }
      };
      await expect(within(silent(), "its end", 10_000)).rejects.toThrow(open);
    },
  );

  test("tells of progress, of its own requests and as far as it is some", async () => {
    const shown: Progress[] = [];
    const { talk, peer } = await conversation({
      work({ params: { _meta } }): Outcome {
        const say = (params: unknown): void =>
          void peer.emit({ jsonrpc: "2.0", method: "notifications/progress", params });
        const token = { progressToken: _meta?.progressToken };
        for (const params of [
          undefined,
          null,
          7,
          {},
          token,
          { ...token, progress: "1" },
          { progressToken: 99, progress: 1 },
        ])
          say(params);
        say({ ...token, progress: 1, total: "x", message: 7 });
        say({ ...token, progress: 2, total: 3, message: "m" });
        return { result: _meta };
      },
    });
    const result = await talk.request("work", { _meta: { mine: 1 } }, (progress) => shown.push(progress));
    expect(result).toMatchObject({ mine: 1, progressToken: 2 });
    expect(shown.map(({ progress, total, message }) => [progress, total, message])).toEqual([
      [1, undefined, undefined],
      [2, 3, "m"],
    ]);
    await talk.close();
  });

  test("waits as long as the server shows signs of life, and no longer", async () => {
    const { talk, peer } = await conversation({ never: () => undefined }, 300);
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
      const params = { progressToken: 2, progress: ticks };
      peer.emit({ jsonrpc: "2.0", method: "notifications/progress", params });
      if (ticks === 20) clearInterval(timer);
    }, 30);
    await expect(talk.request("never", {}, () => {})).rejects.toMatchObject({ name: "CliError" });
    expect(ticks).toBe(20);
    await talk.close();
  });

  test("with no timeout waits for as long as it takes", async () => {
    const { talk, peer } = await conversation({ later: () => undefined }, Number.POSITIVE_INFINITY);
    const answered = talk.request("later");
    await until(() => peer.asked.at(-1)?.method === "later");
    peer.emit({ jsonrpc: "2.0", id: 2, result: "late" });
    expect(await answered).toBe("late");
    await talk.close();
  });

  test("answers what it is asked", async () => {
    const { talk, peer } = await conversation({});
    peer.emit({ jsonrpc: "2.0", id: "a", method: "ping" });
    peer.emit({ jsonrpc: "2.0", id: "b", method: "roots/list" });
    await until(() => peer.asked.length === 4);
    expect(peer.asked.slice(2)).toEqual(
      expect.arrayContaining([
        { jsonrpc: "2.0", id: "a", result: {} },
        { jsonrpc: "2.0", id: "b", error: { code: -32601, message: expect.any(String) } },
      ]),
    );
    await talk.close();
  });

  test("fails by the server's error, by its end, and by a refused POST", async () => {
    const { talk, peer } = await conversation({
      bad: () => ({ error: { code: -32602, message: "no such thing" } }),
      end: () => {
        peer.streams.at(-1)?.end();
        return undefined;
      },
    });
    await expect(talk.request("bad")).rejects.toThrow("no such thing (-32602)");
    await expect(talk.request("end")).rejects.toMatchObject({ name: "CliError" });
    await expect(talk.request("ping")).rejects.toMatchObject({ name: "CliError" });
  });

  test("is not begun with a server that refuses to", async () => {
    const peer = await serveMcp({ initialize: () => ({ error: { code: -1, message: "go away" } }) });
    await expect(converse({ url: peer.url, options: {}, headers: {}, timeoutMs: 5_000 })).rejects.toThrow(
      /go away/,
    );
    await until(() => peer.streams.at(-1)?.destroyed === true);
  });
});
