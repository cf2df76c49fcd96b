import { expect } from "vitest";
import type { RawRequest } from "../http/raw-request.ts";
import type { RawResponse } from "../http/raw-response.ts";
import { authorizeByBearer, bearer, expectRefusal, type HandlerCase, SSE_PATH } from "./context.ts";

/** Looks like nothing that a server would say by itself, and passes through a URL unchanged. */
const MARK = "zqMARKzq";

/** One request per kind of refusal, each with the mark wherever a client can put something. */
function marked(endpoint: string, authorization: readonly (readonly [string, string])[]): RawRequest[] {
  const everywhere: (readonly [string, string])[] = [
    ["X-Mark", MARK],
    ["Cookie", `session=${MARK}`],
    ["Referer", `http://${MARK}.example/`],
    ["User-Agent", MARK],
    ["Mcp-Session-Id", MARK],
    ["X-Forwarded-Prefix", `/${MARK}`],
  ];
  const json = ["Content-Type", "application/json"] as const;
  const post = (target: string, headers: (readonly [string, string])[], body = `"${MARK}"`): RawRequest => ({
    method: "POST",
    target,
    headers: [...everywhere, ...authorization, ...headers],
    body,
  });
  const get = (target: string, headers: (readonly [string, string])[]): RawRequest => ({
    target,
    headers: [...everywhere, ...headers],
  });
  return [
    get(`/${MARK}?${MARK}`, [["Host", `${MARK}.example`]]),
    get(`/${MARK}`, [["Origin", `http://${MARK}.example`]]),
    get(`/${MARK}`, [["Accept", `application/${MARK}`]]),
    get(`/${MARK}`, [["Authorization", `Bearer ${MARK}`]]),
    { method: "PUT", target: `/${MARK}`, headers: everywhere, body: MARK },
    {
      method: "OPTIONS",
      target: `/${MARK}`,
      headers: [...everywhere, ["Access-Control-Request-Headers", MARK]],
    },
    post(`/${MARK}?x=${MARK}`, [json]),
    post(`/${MARK}?sessionId=${MARK}`, [json]),
    post(`/${MARK}?sessionId=${MARK}&sessionId=${MARK}`, [json]),
    post(endpoint, [["Content-Type", `text/${MARK}`]]),
    post(endpoint, [json, ["Content-Encoding", MARK]]),
    post(endpoint, [json]),
    post(endpoint, [json], `{"${MARK}`),
    post(endpoint, [json], `[{"jsonrpc":"${MARK}"}]`),
    post(endpoint, [json], `{"jsonrpc":"2.0","id":null,"method":"${MARK}"}`),
    post(endpoint, [json], `{"jsonrpc":"2.0","id":"${MARK}","method":1,"params":"${MARK}"}`),
    post(endpoint, [json], `{"jsonrpc":"2.0","id":1,"method":"${MARK.repeat(100)}"}`),
  ];
}

/** What the answers do not say, and how they say what they do. */
export const silence: readonly HandlerCase[] = [
  {
    ids: ["http.body.no-echo", "security.silence"],
    title: "puts no byte of a refused request into its answer",
    async run({ start }) {
      const peer = await start({ options: { authorize: authorizeByBearer, maxBodyBytes: 512 } });
      const { endpoint } = await peer.open({ headers: bearer("alice") });
      for (const request of marked(endpoint, bearer("alice"))) {
        const answer = await peer.request(request);
        expect(answer.status, request.target).toBeGreaterThanOrEqual(400);
        expect(`${answer.text}\n${answer.body}`.toLowerCase(), request.target).not.toContain(
          MARK.toLowerCase(),
        );
      }
    },
  },
  {
    ids: "http.body.constant",
    title: "says the same, in text/plain with nosniff, to every request that it refuses for one reason",
    async run({ start }) {
      const peer = await start();
      const { endpoint } = await peer.open();
      const refusals: (readonly [status: number, first: RawRequest, second: RawRequest])[] = [
        [
          403,
          { target: "/a", headers: [["Host", "a.example"]] },
          { target: "/b", headers: [["Host", "b.example"]] },
        ],
        [
          403,
          { target: "/a", headers: [["Origin", "http://a.example"]] },
          { target: "/b", headers: [["Origin", "null"]] },
        ],
        [404, { method: "POST", target: "/a?sessionId=a" }, { method: "POST", target: "/b?sessionId=b.c" }],
        [405, { method: "PUT", target: "/a" }, { method: "DELETE", target: "/b?c" }],
        [
          406,
          { target: "/a", headers: [["Accept", "text/html"]] },
          { target: "/b", headers: [["Accept", "image/png"]] },
        ],
        [
          415,
          { method: "POST", target: endpoint, headers: [["Content-Type", "text/html"]], body: "a" },
          { method: "POST", target: endpoint, headers: [["Content-Type", "b/b"]], body: "bb" },
        ],
      ];
      for (const [status, first, second] of refusals) {
        const answers: RawResponse[] = [await peer.request(first), await peer.request(second)];
        for (const answer of answers) expectRefusal(answer, status);
        expect(answers[0]?.body).toBe(answers[1]?.body);
        expect(answers[0]?.body, `${status}`).not.toBe("");
      }
    },
  },
  {
    ids: "http.refused-get.no-session",
    title: "hands no session to accept for a GET that it refuses",
    async run({ start }) {
      let accepted = 0;
      const peer = await start({
        accept: () => {
          accepted++;
        },
        options: { authorize: authorizeByBearer },
      });
      for (const headers of [
        [["Host", "evil.example"]],
        [["Origin", "null"]],
        [["Accept", "text/html"]],
        bearer("blocked"),
        [],
      ] as const) {
        const answer = await peer.request({ target: SSE_PATH, headers });
        expect(answer.status).toBeGreaterThanOrEqual(400);
      }
      expect(accepted).toBe(0);
      expect(peer.handler.sessionCount).toBe(0);
      await peer.open({ headers: bearer("alice") });
      expect(accepted).toBe(1);
    },
  },
];
