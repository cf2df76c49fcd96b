import { expect } from "vitest";
import { until } from "../../patience.ts";
import { expectRefusal, type HandlerCase, type Peer, SSE_PATH } from "./context.ts";
import type { AuthorizationSubject, SessionSubject } from "./subject.ts";

/** Fails unless a GET is 500 and leaves no session, and the next GET is served. */
async function expectFailedGet(peer: Peer, what: string): Promise<void> {
  expectRefusal(await peer.request({ target: SSE_PATH }), 500, what);
  expect(peer.handler.sessionCount, what).toBe(0);
  await peer.open();
}

/** A function that is `first` at its first call and `then` ever after. */
function firstThen<Args extends unknown[], Result>(
  first: (...args: Args) => Result,
  then: (...args: Args) => Result,
): (...args: Args) => Result {
  let calls = 0;
  return (...args) => (calls++ === 0 ? first : then)(...args);
}

function fail(): never {
  throw new Error("the application's own failure");
}

/** Hears of the failures that these cases provoke, so that no handler warns of them. */
const observer = { error: (): void => {} };

/** 500: what fails on our side, or in the application. */
export const failures: readonly HandlerCase[] = [
  {
    ids: ["http.status.500.accept", "session.factory.fails", "http.refused-get.no-session"],
    title: "answers 500 when accept throws or rejects before the answer, leaves no session and reports it",
    async run({ start }) {
      for (const failing of [fail, async () => fail()]) {
        const accept = firstThen<[], void | Promise<void>>(failing, () => {});
        const errors: unknown[] = [];
        const sessions: SessionSubject[] = [];
        const peer = await start({
          accept(session) {
            sessions.push(session);
            return accept();
          },
          options: { observer: { error: ({ error }) => void errors.push(error) } },
        });
        await expectFailedGet(peer, String(failing));
        await until(() => errors.length > 0, "the report");
        expect(await sessions[0]?.closed).toMatchObject({ code: "accept-failed" });
      }
    },
  },
  {
    ids: "session.accept.fails-late",
    title: "ends the session with accept-failed when accept rejects after the answer started",
    async run({ start }) {
      const sessions: SessionSubject[] = [];
      const peer = await start({
        async accept(session) {
          sessions.push(session);
          await session.read();
          fail();
        },
        options: { observer },
      });
      const { endpoint, stream } = await peer.open();
      expect((await peer.post(endpoint)).status).toBe(202);
      expect(await sessions[0]?.closed).toMatchObject({ code: "accept-failed" });
      expect(await stream.next()).toBeUndefined();
    },
  },
  {
    ids: ["http.status.500.accept-timeout", "http.refused-get.no-session"],
    title: "answers 500 when accept does nothing within its time",
    async run({ start }) {
      const accept = firstThen<[], void | Promise<void>>(
        () => new Promise(() => {}),
        () => {},
      );
      const peer = await start({ accept, options: { acceptTimeoutMs: 50, observer } });
      await expectFailedGet(peer, "accept");
    },
  },
  {
    ids: ["http.status.500.authorize", "http.status.never-400-for-a-throw", "http.refused-get.no-session"],
    title: "answers 500 when authorize throws or rejects, for GET and POST",
    async run({ start }) {
      for (const failing of [fail, async () => fail()]) {
        const passing = (): AuthorizationSubject => ({ principal: "somebody" });
        const onGet = await start({
          options: {
            authorize: firstThen<[], AuthorizationSubject | Promise<AuthorizationSubject>>(failing, passing),
            observer,
          },
        });
        await expectFailedGet(onGet, "authorize");
        const onPost = await start({
          options: {
            authorize: firstThen<[], AuthorizationSubject | Promise<AuthorizationSubject>>(failing, passing),
            observer,
          },
        });
        expectRefusal(await onPost.post("/sse?sessionId=x"), 500);
      }
    },
  },
  {
    ids: ["http.status.500.authorize-timeout", "http.refused-get.no-session"],
    title: "answers 500 when authorize says nothing within its time, for GET and POST",
    async run({ start }) {
      const refused: string[] = [];
      const peer = await start({
        options: {
          acceptTimeoutMs: 50,
          authorize: ({ headers }) =>
            headers.has("x-slow") ? new Promise(() => {}) : { principal: "somebody" },
          observer: { ...observer, refused: ({ refusal }) => void refused.push(refusal) },
        },
      });
      const { endpoint } = await peer.open();
      const headers = [["X-Slow", "1"]] as const;
      expectRefusal(await peer.request({ target: SSE_PATH, headers }), 500, "GET");
      expectRefusal(await peer.post(endpoint, { headers }), 500, "POST");
      expect(refused).toEqual(["AUTHORIZE_TIMEOUT", "AUTHORIZE_TIMEOUT"]);
      expect(peer.handler.sessionCount).toBe(1);
      expect((await peer.post(endpoint)).status).toBe(202);
    },
  },
  {
    ids: "security.authorize",
    title: "waits for authorize no longer than the client does, and hands it to nobody",
    async run({ start }) {
      const refused: string[] = [];
      let accepted = 0;
      let asked = 0;
      let answer: () => void = () => {};
      const answered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      const peer = await start({
        accept: () => void accepted++,
        options: {
          async authorize() {
            asked++;
            await answered;
            return { principal: "somebody" };
          },
          observer: { ...observer, refused: ({ refusal }) => void refused.push(refusal) },
        },
      });
      const connection = await peer.connect();
      connection.send({ target: SSE_PATH });
      await until(() => asked === 1, "the question");
      connection.destroy();
      await until(() => refused.length === 1, "the end of the wait");
      answer();
      await peer.open();
      expect({ refused, accepted, sessions: peer.handler.sessionCount }).toEqual({
        refused: ["AUTHORIZE_TIMEOUT"],
        accepted: 1,
        sessions: 1,
      });
    },
  },
  {
    ids: ["http.status.500.endpoint", "http.status.never-400-for-a-throw", "http.refused-get.no-session"],
    title: "answers 500 when the endpoint function throws",
    async run({ start }) {
      const endpoint = firstThen<[], string>(fail, () => "/post");
      await expectFailedGet(await start({ options: { endpoint, observer } }), "endpoint");
    },
  },
  {
    ids: ["http.status.500.body-consumed", "session.observer"],
    title:
      "answers 500 when somebody consumed the body and did not keep it, and names that to the observer (S01)",
    async run({ start }) {
      const refused: { status: number; detail: string }[] = [];
      const peer = await start({
        consumeBody: true,
        options: { observer: { refused: (e) => void refused.push(e) } },
      });
      const { endpoint } = await peer.open();
      expectRefusal(await peer.post(endpoint), 500);
      expect(refused).toContainEqual(
        expect.objectContaining({ status: 500, detail: expect.stringMatching(/body/) }),
      );
    },
  },
  {
    ids: "session.observer.throws",
    title: "answers as ever when the observer throws",
    async run({ start }) {
      const errors: unknown[] = [];
      const peer = await start({
        options: { observer: { refused: fail, error: ({ error }) => void errors.push(error) } },
      });
      expectRefusal(await peer.post("/sse?sessionId=unknown"), 404);
      expect(errors).toHaveLength(1);
    },
  },
  {
    ids: "session.observer",
    title: "tells the observer of a refusal its method, status, and the option that decides it",
    async run({ start }) {
      const refused: { method: string; status: number; detail: string }[] = [];
      const peer = await start({ options: { observer: { refused: (e) => void refused.push(e) } } });
      await peer.request({ target: SSE_PATH, headers: [["Host", "evil.example:1"]] });
      expect(refused).toEqual([
        expect.objectContaining({
          method: "GET",
          status: 403,
          detail: expect.stringMatching(/evil\.example.*allowedHosts/s),
        }),
      ]);
    },
  },
];
