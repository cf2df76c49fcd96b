// The command behind every session: checked, and found, before anybody connects.

import { accessSync, constants, statSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import { environmentOf } from "./environment.ts";
import { BridgeError } from "./errors.ts";
import type { StdioCommand } from "./options.ts";

/** A command with everything that a child is started with. Nothing that a client sends becomes part of it. */
export interface ResolvedCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
}

/**
 * Checks a command.
 *
 * @throws TypeError for one of the wrong kind; {@link BridgeError} `ERR_BRIDGE_COMMAND` if it cannot be found in the
 *   `PATH` that the child gets, or `cwd` is no folder.
 */
export function resolveCommand(stdio: StdioCommand): ResolvedCommand {
  const { command, args = [], env, cwd } = stdio;
  if (!isText(command) || command === "") throw new TypeError("command must be a string that is not empty");
  if (!Array.isArray(args) || !args.every(isText)) throw new TypeError("args must be an array of strings");
  if (env !== undefined && !(typeof env === "object" && Object.values(env).every(isText))) {
    throw new TypeError("env must be an object of strings");
  }
  if (cwd !== undefined && !isText(cwd)) throw new TypeError("cwd must be a string");
  if (cwd !== undefined && !statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) {
    throw new BridgeError("ERR_BRIDGE_COMMAND", `cwd is no folder: ${cwd}`);
  }
  const resolved = { command, args, env: environmentOf(env), cwd };
  // Windows looks in more places, and for more names.
  if (process.platform === "win32") return resolved;
  const paths = pathsOf(resolved);
  if (paths.some(isExecutable)) return resolved;
  const what = paths.some(isFile) ? "command is not executable" : "command not found";
  throw new BridgeError("ERR_BRIDGE_COMMAND", `${what}: ${command}`);
}

/** Where it may be. */
function pathsOf({ command, env, cwd }: ResolvedCommand): string[] {
  if (command.includes("/")) return [resolve(cwd ?? ".", command)];
  const path = env.PATH ?? "/usr/bin:/bin";
  return path.split(delimiter).map((folder) => resolve(cwd ?? ".", folder, command));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return isFile(path);
  } catch {
    return false;
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string" && !value.includes("\0");
}
