// Every check of a server, in the order in which a session goes.

import type { ServerCheck } from "../server-check.ts";
import { guarding } from "./guarding.ts";
import { messages } from "./messages.ts";
import { opening } from "./opening.ts";
import { posting } from "./posting.ts";
import { refusing } from "./refusing.ts";
import { sessions } from "./sessions.ts";

/** All of them. */
export const serverChecks: readonly ServerCheck[] = [
  ...opening,
  ...posting,
  ...messages,
  ...sessions,
  ...refusing,
  ...guarding,
];
