// What the process warned of while a test ran.

import { onTestFinished } from "vitest";

export interface Warned {
  readonly name: string;
  readonly message: string;
  readonly detail: string | undefined;
}

/** Collects the package's warnings from now on; Node emits them in the next tick. */
export function collectWarnings(): () => Promise<Warned[]> {
  const warned: Warned[] = [];
  const onWarning = (warning: Error & { detail?: string }): void => {
    const { name, message, detail } = warning;
    if (name === "McpSseWarning") warned.push({ name, message, detail });
  };
  // In place of the listener that prints: what a test provokes is no news for who runs the tests.
  const printing = process.listeners("warning");
  process.removeAllListeners("warning");
  process.on("warning", onWarning);
  onTestFinished(() => {
    process.off("warning", onWarning);
    for (const listener of printing) process.on("warning", listener);
  });
  return async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return warned;
  };
}
