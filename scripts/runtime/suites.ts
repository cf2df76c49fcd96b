// Which tests a runtime other than Node 20 is given.

import runtimes from "./runtimes.json" with { type: "json" };

/** Tests that a runtime is not given, and why. Either whole files, by glob, or tests, by a part of their name. */
interface Exception {
  readonly files?: readonly string[];
  readonly test?: string;
  readonly because: string;
}

/** What vitest is told, so that a runtime is not given its exceptions. */
export interface Exclusion {
  readonly exclude: string[];
  readonly testNamePattern?: RegExp;
}

/** @param root - the folder that the globs of `exclude` are relative to. */
export function exclusionOf(runtime: string, root = ""): Exclusion {
  const all: Readonly<Record<string, { readonly npx?: string; readonly except?: readonly Exception[] }>> =
    runtimes;
  const exceptions = all[runtime]?.except ?? [];
  const files = exceptions.flatMap((exception) => exception.files ?? []);
  const names = exceptions.flatMap(({ test }) => test ?? []);
  return {
    exclude: files.filter((file) => file.startsWith(root)).map((file) => file.slice(root.length)),
    ...(names.length > 0 && { testNamePattern: new RegExp(`^(?!.*(?:${names.join("|")}))`) }),
  };
}

/**
 * What a browser-like `runtime` is given: all tests of its packages but its exceptions. The long forms, `*.ci.test.ts`, run
 * on Node 20 only.
 */
export function suitesOf(runtime: "chromium" | "workerd"): { include: string[] } & Exclusion {
  const { exclude, ...exclusion } = exclusionOf(runtime);
  return {
    include: [
      "scripts/runtime/runtime.test.ts",
      ...runtimes[runtime].packages.map((name) => `packages/${name}/test/**/*.test.ts`),
      ...(runtime === "workerd" ? runtimes.workerd.files : []),
    ],
    exclude: ["**/*.ci.test.ts", ...exclude],
    ...exclusion,
  };
}
