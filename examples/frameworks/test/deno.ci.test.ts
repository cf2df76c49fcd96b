// Deno.serve, in Deno.

import { serveDeno } from "./runtime/child.ts";
import { frameworkSuite } from "./support/framework-suite.ts";

frameworkSuite({ name: "Deno.serve", overFetch: true, serve: () => serveDeno() });
