// Where events go besides the observer: `node:diagnostics_channel`, which monitoring agents subscribe to. Where errors
// go without one: to the process's warnings, which Node prints.

import * as diagnostics from "node:diagnostics_channel";
import type { DiagnosticsChannel } from "../diagnostics.ts";

/** Gives the channel of a name. */
export const channel: (name: string) => DiagnosticsChannel = (name) => diagnostics.channel(name);

/** Warns whoever runs the process; `detail` is printed below the text. */
export const warn: (text: string, detail: string) => void = (text, detail) => {
  process.emitWarning(text, { type: "McpSseWarning", detail });
};
