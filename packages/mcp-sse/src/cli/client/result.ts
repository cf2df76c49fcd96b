// What a tool answered, for a person.

import { jsonText, printable } from "../printable.ts";

interface Content {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly mimeType?: unknown;
  readonly data?: unknown;
  readonly uri?: unknown;
  readonly resource?: { readonly uri?: unknown; readonly text?: unknown };
}

/** Whether the tool says of its answer that it is an error. */
export function isToolError(result: unknown): boolean {
  return (result as { readonly isError?: unknown } | null)?.isError === true;
}

/** The texts of a tool's answer as they are, a line for everything else; any other result as JSON. */
export function resultText(result: unknown): string {
  const content = (result as { readonly content?: unknown } | null)?.content;
  if (!Array.isArray(content)) return `${jsonText(result)}\n`;
  const lines = content.map((each: Content | null) => describe(each ?? {}));
  return lines.map((line) => (line.endsWith("\n") ? line : `${line}\n`)).join("");
}

function describe({ type, text, mimeType, data, uri, resource }: Content): string {
  if (typeof text === "string") return printable(text);
  if (typeof resource?.text === "string") return printable(resource.text);
  const size = typeof data === "string" ? `, ${Math.floor((data.length * 3) / 4)} bytes` : "";
  const what = [type, mimeType, uri ?? resource?.uri].filter((each) => typeof each === "string").join(" ");
  return printable(`[${what === "" ? "?" : what}${size}]`);
}
