// What of this process's environment a child gets: what programs need to run at all, and nothing that is a secret.

const POSIX = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "TERM",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "TZ",
  "TMPDIR",
];

const WINDOWS = [
  "APPDATA",
  "HOMEDRIVE",
  "HOMEPATH",
  "LOCALAPPDATA",
  "PATH",
  "PATHEXT",
  "PROCESSOR_ARCHITECTURE",
  "PROGRAMFILES",
  "SYSTEMDRIVE",
  "SYSTEMROOT",
  "TEMP",
  "TMP",
  "USERNAME",
  "USERPROFILE",
];

/** Makes a child's environment: the safe list of `parent`, and over it what was asked for. */
export function environmentOf(
  env: Readonly<Record<string, string>> = {},
  parent: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const safe: Record<string, string> = {};
  for (const name of platform === "win32" ? WINDOWS : POSIX) {
    const value = parent[name];
    // A value that begins so is a function of bash, which would be defined again.
    if (value !== undefined && !value.startsWith("()")) safe[name] = value;
  }
  return { ...safe, ...env };
}
