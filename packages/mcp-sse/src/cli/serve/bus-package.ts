// The packages of a bus are nobody's dependency: they are imported when a bus is asked for, and where they are missing it is
// said what to install.

import { CliError } from "../cli-error.ts";

/** Imports a package by name. */
export type ImportPackage = (name: string) => Promise<unknown>;

/** Imports what is installed beside the command. */
export const importInstalled: ImportPackage = (name) => import(name);

/**
 * Imports the first of several packages that is there.
 *
 * @param install - what is to be installed where none is.
 * @returns its name, and what it exports.
 * @throws CliError where none is; whatever one that is there throws.
 */
export async function importFirst(
  names: readonly string[],
  install: readonly string[],
  load: ImportPackage,
): Promise<{ readonly name: string; readonly exports: unknown }> {
  for (const name of names) {
    try {
      return { name, exports: await load(name) };
    } catch (error) {
      if (!isMissing(error, name)) throw error;
    }
  }
  throw new CliError(`--bus needs the package ${names.join(" or ")}, which is not installed`, {
    hints: [
      `npm install ${install.join(" ")}      (-g, where mcp-sse was installed with -g)`,
      `npx ${["mcp-sse", ...install].map((name) => `-p ${name}`).join(" ")} mcp-sse serve …`,
    ],
  });
}

/** Whether the package itself is missing, and not one that it needs. */
function isMissing(error: unknown, name: string): boolean {
  const { code, message = "" } = error as { readonly code?: string; readonly message?: string };
  return code === "ERR_MODULE_NOT_FOUND" && message.includes(`'${name}'`);
}
