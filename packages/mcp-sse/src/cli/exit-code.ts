// What the exit codes of `mcp-sse` mean. The same for every command, and part of its interface.

/** One meaning, one number. */
export const EXIT = {
  /** It did what it was asked to; `serve`: it was told to stop, and has. */
  ok: 0,
  /** It failed at what it was asked to do. */
  failed: 1,
  /** It was asked for something that cannot be: an unknown option, a value that is none. */
  usage: 2,
} as const;

/** One of the codes. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
