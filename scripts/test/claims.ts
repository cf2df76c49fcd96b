// Finds what a document claims to have measured, and the commands that a section names.
//
// A limit, a default or a deadline is a whole number of a unit (16 MiB, 30 s) and no claim. These are: a figure with its
// spread; a multiple (1.3 times, 4x, 5 times faster); what nobody sets (us, ns, per second); a fraction of a unit (12.8 KiB); and any
// figure of a unit beside a word of measuring (RSS, p99, CPU).

/** A figure that must be shown by a command. */
export interface Claim {
  readonly heading: string;
  readonly figure: string;
  readonly text: string;
  /** What its section names. */
  readonly commands: readonly string[];
}

const NUMBER = String.raw`\d[\d  ,]*(?:\.\d+)?`;
const UNIT = String.raw`(?:ms|s|B|KiB|MiB|GiB|kB|MB|GB|%)(?![\w/])`;

const CLAIMS: readonly RegExp[] = [
  // 1.18 [0.98..1.28]
  new RegExp(String.raw`${NUMBER} \[-?\d`),
  // 1.3 times; 5 times faster, as long, the size; 4x; but not "up to 5 times"
  /\d\.\d+ times\b/,
  /(?<!up to |at most )\b\d+ times (?:as|the|that|faster|slower|dearer|cheaper|larger|smaller|longer|shorter|less|more|better)\b/,
  /(?<![\w.-])\d+(?:\.\d+)?x(?![\w.])/,
  // 5 us; 300 ns; 15 900 per second
  /\d ?(?:µs|us|ns)(?!\w)/,
  /\d(?: [a-z]+)? ?(?:\/s(?!\w)|per second)/,
  // 12.8 KiB, 0.5 ms; seconds are deadlines, also in sums
  new RegExp(String.raw`(?<![\w.])\d+\.\d+ ?(?!s\b)${UNIT}`),
];

const MEASURING = /\b(?:RSS|CPU|p50|p99|latency|throughput|faster|slower|dearer)\b/;
const FIGURE = new RegExp(String.raw`(?<![\w.])${NUMBER} ?${UNIT}`);

/** All claims of a document, with what the section of each names. */
export function claimsOf(document: string): Claim[] {
  const text = document.replace(/^(`{3,}).*?^\1/gms, "");
  const sections = text.split(/^(?=#{1,6} )/m);
  return sections.flatMap((section) => {
    const heading = /^#+ (.+)$/m.exec(section)?.[1] ?? "";
    const commands = commandsOf(section);
    return blocksOf(section).flatMap((block) => {
      const figure = claimIn(block);
      return figure === undefined ? [] : [{ heading, figure, text: block.trim(), commands }];
    });
  });
}

/** The first figure of a block that is a claim. */
export function claimIn(block: string): string | undefined {
  // What is in code is an example or a name, and an address is no figure.
  const prose = block.replaceAll(/`[^`]*`/g, "").replaceAll(/\]\([^)]*\)/g, "]");
  for (const claim of CLAIMS) {
    const found = claim.exec(prose);
    if (found !== null) return found[0];
  }
  return MEASURING.test(prose) ? FIGURE.exec(prose)?.[0] : undefined;
}

/** Commands that measure, as a section names them. */
export function commandsOf(section: string): string[] {
  const commands = section.matchAll(
    /\b(pnpm bench [a-z][a-z\d-]*|pnpm (?:check:size|soak|sweep|mutation)|node (?:-\S+ )*benchmarks\/dist\/[\w/-]+\.js)/g,
  );
  return [...commands].map(([command]) => command);
}

/** Rows of tables, items of lists, and paragraphs. */
function blocksOf(section: string): string[] {
  return section.split(/\n(?=\||[-*] |\d+\. )|\n\s*\n/);
}
