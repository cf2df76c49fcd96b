// The API reference as a site in docs/api/, from the comments in the sources.
//
//     node tools/docs/reference.mjs
//
// Fails for a broken {@link}, or for a public type that no entry exports.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Application } from "typedoc";
// @boundaries-ignore the list of packages is the workspace's own
import { entriesOf, publicPackages, root, sourceOfEntry } from "../../scripts/workspace.mjs";

/** Beyond what typedoc colours by itself. */
const highlightLanguages = ["bash", "diff", "html", "javascript", "json", "text", "tsx", "typescript"];
const scratch = mkdtempSync(join(tmpdir(), "mcp-sse-reference-"));
try {
  const models = [];
  for (const pkg of publicPackages) models.push(await modelOf(pkg));
  const app = await Application.bootstrap({
    name: "mcp-sse",
    entryPointStrategy: "merge",
    entryPoints: models,
    readme: join(root, "README.md"),
    treatWarningsAsErrors: true,
    disableGit: true,
    disableSources: true,
    hideGenerator: true,
    highlightLanguages,
  });
  const project = await app.convert();
  if (project !== undefined) await app.generateDocs(project, join(root, "docs/api"));
  process.exitCode = project !== undefined && !app.logger.hasErrors() && !app.logger.hasWarnings() ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/**
 * @param {import("../../scripts/workspace.mjs").Package} pkg
 * @returns {Promise<string>} the file that holds what typedoc read of the package
 */
async function modelOf(pkg) {
  const app = await Application.bootstrap({
    name: pkg.manifest.name,
    entryPoints: entriesOf(pkg.manifest).map((entry) => sourceOfEntry(pkg, entry)),
    tsconfig: join(pkg.dir, "tsconfig.json"),
    readme: join(pkg.dir, "README.md"),
    excludeInternal: true,
    excludePrivate: true,
    excludeExternals: true,
    disableGit: true,
    disableSources: true,
    highlightLanguages,
    skipErrorChecking: true, // `tsc -b` has judged the types
  });
  const project = await app.convert();
  if (project === undefined || app.logger.hasErrors() || app.logger.hasWarnings()) {
    throw new Error(`typedoc has complaints about ${pkg.manifest.name}`);
  }
  const file = join(scratch, `${pkg.folder}.json`);
  await app.generateJson(project, file);
  return file;
}
