// The sweep of CI: every class on every kind of connection, a reset at every third of the first 600 bytes, pairs of faults;
// ours on both ends, our drop-ins, and the official SDK on either end. `pnpm sweep` is the long form, whole or in parts.

import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { linesOf, sweep } from "@mcp-sse/testkit/node";
import { SSEClientTransport as ClientV2 } from "@modelcontextprotocol/client";
import { SSEClientTransport as ClientV1 } from "@modelcontextprotocol/sdk/client/sse.js";
import { describe, expect, test } from "vitest";
import { compare } from "./expected.ts";
import { type SweepForm, sweepForms } from "./forms.ts";
import { keepOutcome } from "./outcome.ts";
import { effort, part, seed } from "./seed.ts";

const isLong = effort > 1;
/** A title has all of the name this way. */
const named = (form: SweepForm): [name: string, form: SweepForm] => [form.name, form];
const TIMEOUT_MS = isLong ? 3_600_000 : 120_000;

describe(`our ends under faults (VITE_TEST_SEED=${seed} VITE_TEST_EFFORT=${effort})`, () => {
  const forms = sweepForms(seed, isLong)
    .filter(({ who }) => who === undefined)
    .map(named);

  test.each(forms)(
    "lose nothing in silence under %s, and end once",
    { timeout: TIMEOUT_MS },
    async (_name, form) => {
      const report = await sweep({ ...form, seed, part });
      keepOutcome(form, report, []);
      expect(linesOf(report)).toEqual([]);
    },
  );
});

describe(`the official SDK at the other end (VITE_TEST_SEED=${seed} VITE_TEST_EFFORT=${effort})`, () => {
  const forms = sweepForms(seed, isLong)
    .filter(({ who }) => who !== undefined)
    .map(named);

  test.each(forms)(
    "breaks what the table says of it, and nothing else: %s",
    { timeout: TIMEOUT_MS },
    async (_name, form) => {
      const report = await sweep({ ...form, seed, part });
      const { unknown, known } = compare(report.reports, form.who ?? "SDK client");
      keepOutcome(form, report, known);
      expect(report.complaints).toEqual([]);
      expect(unknown).toEqual([]);
    },
  );

  test.each([ClientV1, ClientV2])(
    "goes on to connect when its start has failed, until it is closed: %o",
    async (Client) => {
      let accepted = 0;
      const server = createServer((socket) => {
        accepted++;
        socket.on("error", () => {});
        socket.resetAndDestroy();
      });
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      const transport = new Client(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/sse`));
      await expect(transport.start()).rejects.toThrow();
      await expect.poll(() => accepted, { timeout: 20_000 }).toBeGreaterThan(1);
      await transport.close();
      server.close();
    },
  );
});
