// Writes what a fault sweep gave into docs/faults.md.
//
//     node tools/docs/faults.mjs 20261130     sums up the parts of the sweep with this seed

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const page = join(root, "docs/faults.md");
const [seed] = process.argv.slice(2);
if (seed === undefined) throw new RangeError("which seed? .cache/sweep has a file for each sweep");

const lines = readFileSync(join(root, `.cache/sweep/${seed}.jsonl`), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

/** A part that was run again counts once: as it went last. */
const parts = [
  ...new Map(lines.map((one) => [`${one.form} ${one.part.index}/${one.part.of}`, one])).values(),
];
for (const { form, part } of parts) {
  const count = parts.filter((one) => one.form === form && one.part.of === part.of).length;
  const divisions = new Set(parts.filter((one) => one.form === form).map((one) => one.part.of));
  if (count !== part.of || divisions.size !== 1) throw new Error(`not every part of ${form} was run`);
}

/**
 * Forms in the order in which they first came, their parts added up.
 *
 * @type {Map<string, { trials: number, sent: number, delivered: number, broken: number, known: number }>}
 */
const forms = new Map();
/** @type {Map<string, { who: string, property: string, because: string, trials: number, example: string }>} */
const known = new Map();
for (const { form, trials, sent, delivered, broken, known: seen } of parts) {
  const sum = forms.get(form) ?? { trials: 0, sent: 0, delivered: 0, broken: 0, known: 0 };
  forms.set(form, {
    trials: sum.trials + trials,
    sent: sum.sent + sent,
    delivered: sum.delivered + delivered,
    broken: sum.broken + broken,
    known: sum.known,
  });
  for (const row of seen) {
    const key = `${row.who}: ${row.property}: ${row.because}`;
    const before = known.get(key);
    const counts = forms.get(form);
    if (counts !== undefined) counts.known += row.trials;
    known.set(key, { ...(before ?? row), trials: (before?.trials ?? 0) + row.trials });
  }
}

/** @param {number} value */
const number = (value) => String(value).replaceAll(/\B(?=(\d{3})+$)/g, " ");
/** @param {string} text */
const cell = (text) => text.replaceAll("|", "\\|");
const total = [...forms.values()].reduce((sum, { trials }) => sum + trials, 0);

const sweep = [
  `Seed ${seed}, ${number(total)} trials.`,
  "",
  "| who meets what | trials | messages sent | delivered | broken by ours | broken by theirs, as below |",
  "| --- | ---: | ---: | ---: | ---: | ---: |",
  ...[...forms].map(
    ([form, { trials, sent, delivered, broken, known: theirs }]) =>
      `| ${form} | ${[trials, sent, delivered, broken, theirs].map(number).join(" | ")} |`,
  ),
].join("\n");

const sdk = [
  "| end | what does not hold | why | times seen | first seen in |",
  "| --- | --- | --- | ---: | --- |",
  ...[...known.values()]
    .sort((a, b) => a.who.localeCompare(b.who) || b.trials - a.trials)
    .map(
      ({ who, property, because, trials, example }) =>
        `| ${who} | ${property} | ${cell(because)} | ${number(trials)} | ${cell(example)} |`,
    ),
].join("\n");

let text = readFileSync(page, "utf8");
for (const [marker, content] of [
  ["sweep", sweep],
  ["sdk", sdk],
]) {
  const [open, close] = [`<!-- ${marker} -->`, `<!-- /${marker} -->`];
  const [from, to] = [text.indexOf(open), text.indexOf(close)];
  if (from < 0 || to < from) throw new Error(`docs/faults.md has no markers for ${marker}`);
  text = `${text.slice(0, from + open.length)}\n\n${content}\n\n${text.slice(to)}`;
}
writeFileSync(page, text);
