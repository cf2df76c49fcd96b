// Where what the files of the command compile to is kept: a folder that is this user's alone. The folder for temporary
// files, where Node would keep it, is everybody's: who guesses the name could fill it beforehand with code of theirs.

/** The folder for an environment; `undefined` for none. Relative paths are none, as the XDG specification says. */
export function cacheFolder(
  env: Readonly<Record<string, string | undefined>>,
  platform: string,
): string | undefined {
  if (platform === "win32") {
    const { LOCALAPPDATA = "" } = env;
    return /^[a-z]:[\\/]/i.test(LOCALAPPDATA) ? `${LOCALAPPDATA}\\mcp-sse` : undefined;
  }
  const { XDG_CACHE_HOME = "", HOME = "" } = env;
  if (XDG_CACHE_HOME.startsWith("/")) return `${XDG_CACHE_HOME}/mcp-sse`;
  return HOME.startsWith("/") ? `${HOME}/.cache/mcp-sse` : undefined;
}

/** Has Node keep it, from 22.1 on. Its own variables, NODE_COMPILE_CACHE and NODE_DISABLE_COMPILE_CACHE, come first. */
export function keepCompiled(): void {
  const { enableCompileCache } = process.getBuiltinModule("node:module") as {
    enableCompileCache?(folder: string): unknown;
  };
  const { env, platform } = process;
  if (enableCompileCache === undefined || env.NODE_COMPILE_CACHE || env.NODE_DISABLE_COMPILE_CACHE) return;
  const folder = cacheFolder(env, platform);
  if (folder !== undefined && isOwn(folder)) enableCompileCache(folder);
}

/** Makes it where it is not there. @returns whether this user owns it, and nobody else can write to it. */
function isOwn(folder: string): boolean {
  const { mkdirSync, lstatSync } = process.getBuiltinModule("node:fs");
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = lstatSync(folder);
    // Windows has no such numbers: the folder's own rights are the user's.
    return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
  } catch {
    return false;
  }
}
