/**
 * The scanner of `@mcp-sse/sse-codec` for bytes alone, for readers in whose bundle each byte counts.
 *
 * ```ts
 * const scanner = createByteScanner((event) => console.log(event.data), 16 * 1024 * 1024);
 * ```
 *
 * @packageDocumentation
 */

export { createByteScanner } from "./byte-scanner.ts";
