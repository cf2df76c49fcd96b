// Runs a command and hands back how it ended, never throwing for a failure of it.

import { spawn } from "node:child_process";

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<{ status: number | string, stdout: string, output: string }>} `status` is the exit code,
 *   or what ended the command; `output` is stdout and stderr as they came.
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let output = "";
    child.stdout?.setEncoding("utf8").on("data", (text) => {
      stdout += text;
      output += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
    child.once("error", (error) => resolve({ status: error.message, stdout, output }));
    child.once("close", (code, signal) => resolve({ status: code ?? signal ?? "unknown", stdout, output }));
  });
}
