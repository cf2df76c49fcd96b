import type { CallOptions } from "./peer.ts";

/** The text of a tool result's first content block; throws if the tool reported an error or sent none. */
export function firstText(result: unknown): string {
  const { content, isError } = result as { content?: { type: string; text?: string }[]; isError?: boolean };
  const text = content?.[0]?.text;
  if (isError === true || text === undefined) throw new Error(`the tool failed: ${text ?? "no text"}`);
  return text;
}

/** The SDK's spelling of the same options, v1 and v2 alike. */
export function requestOptions({ onProgress, signal }: CallOptions): {
  onprogress?: (progress: { progress: number }) => void;
  signal?: AbortSignal;
} {
  return {
    ...(onProgress && { onprogress: ({ progress }: { progress: number }) => onProgress(progress) }),
    ...(signal && { signal }),
  };
}
