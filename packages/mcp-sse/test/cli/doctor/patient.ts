// What the checks are given, for a server of a test.

import type { Patient } from "../../../src/cli/doctor/check.ts";

export function patientOf(url: URL, over: Partial<Patient> & { readonly timeoutMs?: number } = {}): Patient {
  const { timeoutMs = 5_000, ...rest } = over;
  return { settings: { url, options: {}, headers: {}, timeoutMs }, idleMs: 0, sessions: 2, ...rest };
}
