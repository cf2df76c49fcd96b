// The API of every entry, names with their types, as one report each in api-reports/.
//
//     node tools/docs/api-reports.mjs            fails where a report differs from the declarations
//     node tools/docs/api-reports.mjs --write    brings the reports up to date
//
// Reads dist/, so `tsc -b` comes first.

import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Extractor, ExtractorConfig, ExtractorLogLevel } from "@microsoft/api-extractor";
// @boundaries-ignore the list of packages is the workspace's own
import { entriesOf, publicPackages, root, sourceOfEntry } from "../../scripts/workspace.mjs";

const write = process.argv.includes("--write");
const reports = join(root, "api-reports");
const expected = new Set();
let differing = 0;

mkdirSync(reports, { recursive: true });
for (const pkg of publicPackages) {
  for (const entry of entriesOf(pkg.manifest)) {
    const name = entry.replace(/^@mcp-sse\//, "").replaceAll("/", "-");
    expected.add(`${name}.api.md`);
    if (!reportsAs(pkg, entry, name)) differing++;
  }
}

for (const file of readdirSync(reports).filter((file) => !expected.has(file))) {
  if (write) rmSync(join(reports, file));
  else {
    console.error(`${file} reports an entry that is gone`);
    differing++;
  }
}
if (differing > 0)
  console.error("The API changed: run `pnpm check:api --write`, read the diff, add a changeset.");
console.log(`${expected.size} entries, ${differing} differ from their report`);
process.exitCode = differing === 0 ? 0 : 1;

/**
 * @param {import("../../scripts/workspace.mjs").Package} pkg
 * @param {string} entry
 * @param {string} name of the report
 * @returns {boolean} whether the report is true
 */
function reportsAs(pkg, entry, name) {
  const source = sourceOfEntry(pkg, entry).slice(join(pkg.dir, "src").length);
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: pkg.dir,
      newlineKind: "lf",
      mainEntryPointFilePath: join(pkg.dir, "dist", source.replace(/\.ts$/, ".d.ts")),
      compiler: { tsconfigFilePath: join(pkg.dir, "tsconfig.json") },
      apiReport: {
        enabled: true,
        reportFolder: reports,
        reportTempFolder: join(pkg.dir, ".cache/api"),
        reportFileName: name,
        includeForgottenExports: true,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        // Nothing is released in stages here, and typedoc judges the comments.
        extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(pkg.dir, "package.json"),
  });
  const { apiReportChanged } = Extractor.invoke(config, {
    localBuild: write,
    messageCallback: (message) => {
      message.handled = true;
      if (message.logLevel === "error") throw new Error(`${entry}: ${message.text}`);
    },
  });
  if (apiReportChanged) console.log(`${write ? "wrote" : "DIFFERS"} ${entry}`);
  return write || !apiReportChanged;
}
