// A child and whatever it has started: on POSIX a process group of its own, which signals reach as one.

/** Whether children get a group of their own. Windows has none: there the child alone is ended. */
export const HAS_GROUPS: boolean = process.platform !== "win32";

/**
 * Signals a process and its group.
 *
 * @param pid - of the group's leader; it may have ended while others of its group live.
 * @param signal - 0 signals nobody, and finds out whether anybody is left.
 * @returns whether there was anybody.
 */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(HAS_GROUPS ? -pid : pid, signal);
    return true;
  } catch (error) {
    // Whoever is left under another user cannot be ended by us, and is not ours.
    return (error as NodeJS.ErrnoException).code === "EPERM" && signal !== 0;
  }
}
