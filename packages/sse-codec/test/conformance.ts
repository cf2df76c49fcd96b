// Every vector, cut in every way, through every face: run for each branch of `#text`.

import { describe, expect, test } from "vitest";
import { cutAt, cutEvery, LONG, placesOf, withEmpty } from "./cuts.ts";
import { account, iterateAll, pipeAll, scanAll } from "./faces.ts";
import { type Reading, readModel } from "./model.ts";
import { VECTORS, type Vector } from "./vectors.ts";

const NO_BYTES = new Uint8Array(0);
/** Up to here every pair of cuts is tried. */
const SHORT = 70;
/** For a loaded machine: some are long. */
const TIMEOUT_MS = 60_000;
/** Longer ones are cut everywhere by {@link wholeConformanceSuite} only. */
const HALF = 4096;

const ASYNC_FACES = [
  ["scanEvents", iterateAll],
  ["EventScannerStream", pipeAll],
] as const;

const FACES = [
  ["createEventScanner", async (chunks: readonly (Uint8Array | string)[]) => scanAll(chunks)],
  ...ASYNC_FACES,
] as const;

export function conformanceSuite(branch: string): void {
  describe(`a stream, by the ${branch} branch,`, () => {
    test.each(VECTORS.map((vector) => [vector.name, vector] as const))(
      "is read as the vector %s says",
      (_name, vector) => {
        const seen = scanAll([vector.bytes]);
        expect(outcome(seen)).toEqual(expectation(vector));
        // From here on the model stands for the vector: it speaks of comments and own fields as well.
        expect(outcome(readModel(vector.bytes))).toEqual(expectation(vector));
        expect(account(seen)).toBe(account(readModel(vector.bytes)));
      },
    );

    test.each(VECTORS.map((vector) => [vector.name, vector] as const))(
      "does not depend on its cuts: %s",
      (_name, { bytes, text }) => {
        const want = account(readModel(bytes));
        const long = bytes.length > HALF;
        for (const place of placesOf(bytes.length, HALF)) {
          compare(scanAll(cutAt(bytes, [place])), want, `bytes cut at ${place}`);
          if (long) continue;
          compare(
            scanAll(withEmpty(cutAt(bytes, [place]), NO_BYTES)),
            want,
            `bytes cut at ${place}, empty chunks`,
          );
        }
        compare(scanAll(cutEvery(bytes, long ? 17 : 1)), want, "byte by byte");
        for (const [one, two] of pairsOf(bytes.length))
          compare(scanAll(cutAt(bytes, [one, two])), want, `bytes cut at ${one}, ${two}`);
        if (text === undefined) return;
        for (const place of placesOf(text.length, HALF)) {
          compare(scanAll(cutAt(text, [place])), want, `text cut at ${place}`);
          if (long) continue;
          compare(scanAll(withEmpty(cutAt(text, [place]), "")), want, `text cut at ${place}, empty chunks`);
        }
        if (!long) compare(scanAll(cutEvery(text, 1)), want, "unit by unit");
        for (const [one, two] of pairsOf(text.length))
          compare(scanAll(cutAt(text, [one, two])), want, `text cut at ${one}, ${two}`);
      },
      TIMEOUT_MS,
    );

    test.each(ASYNC_FACES)(
      "is the same through %s, at every cut",
      async (_name, readAll) => {
        for (const { name, bytes, text } of VECTORS) {
          const want = account(readModel(bytes), false);
          const few = bytes.length > HALF;
          for (const place of few ? [7, 65_536] : placesOf(bytes.length, HALF)) {
            compare(
              await readAll(withEmpty(cutAt(bytes, [place]), NO_BYTES)),
              want,
              `${name}, bytes cut at ${place}`,
              false,
            );
          }
          if (!few) compare(await readAll(cutEvery(bytes, 1)), want, `${name}, byte by byte`, false);
          if (text !== undefined && !few) {
            compare(await readAll(cutEvery(text, 1)), want, `${name}, unit by unit`, false);
          }
        }
      },
      TIMEOUT_MS,
    );
  });
}

/** Every cut of every vector but the two longest, every pair of the short, bytes and text, through all three faces. */
export function wholeConformanceSuite(branch: string): void {
  describe.each(FACES)(`a stream, by the ${branch} branch, through %s,`, (_name, readAll) => {
    test.each(VECTORS.map((vector) => [vector.name, vector] as const))(
      "does not depend on its cuts: %s",
      async (_vector, { bytes, text }) => {
        const want = account(readModel(bytes), false);
        const check = async (chunks: (Uint8Array | string)[], how: string): Promise<void> =>
          compare(await readAll(chunks), want, how, false);
        for (const [kind, stream] of [
          ["bytes", bytes],
          ["text", text],
        ] as const) {
          if (stream === undefined) continue;
          const cut = (places: number[]): (Uint8Array | string)[] =>
            typeof stream === "string" ? cutAt(stream, places) : cutAt(stream, places);
          const emptied = (chunks: (Uint8Array | string)[]): (Uint8Array | string)[] => {
            const empty = typeof stream === "string" ? "" : NO_BYTES;
            return [empty, ...chunks.flatMap((chunk) => [chunk, empty])];
          };
          for (const place of placesOf(stream.length)) {
            await check(cut([place]), `${kind} cut at ${place}`);
            await check(emptied(cut([place])), `${kind} cut at ${place}, empty chunks`);
          }
          for (const pair of pairsOf(stream.length))
            await check(cut(pair), `${kind} cut at ${pair.join(" and ")}`);
          if (stream.length <= LONG) {
            await check(cut([...Array(stream.length).keys()]), `${kind}, one by one`);
          }
        }
      },
      TIMEOUT_MS,
    );
  });
}

function pairsOf(length: number): [number, number][] {
  if (length > SHORT) return [];
  const pairs: [number, number][] = [];
  for (let one = 0; one <= length; one++) for (let two = one; two <= length; two++) pairs.push([one, two]);
  return pairs;
}

/** An expectation costs more than the scan: one is made only where it will fail. */
function compare(reading: Reading, want: string, how: string, withIds = true): void {
  const got = account(reading, withIds);
  if (got !== want) expect(got, how).toBe(want);
}

function outcome({ events, retries, lastEventId }: Reading): object {
  return {
    events: events.map((event) => ({
      type: event.event ?? "message",
      data: event.data,
      lastEventId: event.lastEventId,
    })),
    retry: retries.at(-1) ?? null,
    lastEventId,
  };
}

function expectation({ events, retry, lastEventId }: Vector): object {
  return { events, retry, lastEventId };
}
