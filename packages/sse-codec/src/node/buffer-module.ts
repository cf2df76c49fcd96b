type BufferModule = typeof import("node:buffer");

let loaded: BufferModule | undefined;

/**
 * What `node:buffer` has beside the global `Buffer`.
 *
 * Loaded when it is needed: an import makes Node load File and Blob, which takes longer than this package.
 */
export function bufferModule(): BufferModule {
  loaded ??= process.getBuiltinModule("node:buffer");
  return loaded;
}
