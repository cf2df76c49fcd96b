// Where events go besides the observer: `node:diagnostics_channel`, which monitoring agents subscribe to.

import * as diagnostics from "node:diagnostics_channel";
import type { DiagnosticsChannel } from "../diagnostics.ts";

/** Gives the channel of a name. */
export const channel: (name: string) => DiagnosticsChannel = (name) => diagnostics.channel(name);
