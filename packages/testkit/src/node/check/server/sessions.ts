import { parsed } from "../checked-session.ts";
import { expectThat, needs, type ServerCheck } from "../server-check.ts";

const PINGS = 8;

/** What happens between sessions, and while nothing does. */
export const sessions: readonly ServerCheck[] = [
  {
    name: "session.apart",
    title: "sends a session nothing of what another was sent, though both count their IDs alike",
    ids: ["session.apart"],
    async run({ initialized }) {
      const [one, other] = [await initialized(), await initialized()];
      const ping = (id: unknown): string => JSON.stringify({ jsonrpc: "2.0", id, method: "ping" });
      for (let n = 0; n < PINGS; n++) {
        for (const [name, session] of Object.entries({ one, other })) {
          await session.post(ping(n));
          await session.post(ping(`${name} ${n}`));
        }
      }
      for (const [name, session] of Object.entries({ one, other })) {
        for (let n = 0; n < PINGS; n++) {
          await session.answer(n);
          await session.answer(`${name} ${n}`);
        }
        await session.call("last", "ping");
        const ids = session.seen.map(({ data }) => parsed(data)?.id);
        const foreign = name === "one" ? "other" : "one";
        expectThat(
          !ids.some((id) => typeof id === "string" && id.startsWith(`${foreign} `)),
          "a session got an answer of another",
        );
        expectThat(ids.filter((id) => id === 0).length === 1, "a session got an answer twice");
      }
    },
  },
  {
    name: "keep-alive",
    title: "writes a comment into a silent stream",
    ids: ["session.keep-alive"],
    async run({ open, options: { idleMs = 0 } }) {
      needs(idleMs > 0, "idle streams are not watched: give it a time");
      const session = await open();
      await session.watch(idleMs);
      expectThat(session.comments.length > 0, "no comment came");
    },
  },
];
