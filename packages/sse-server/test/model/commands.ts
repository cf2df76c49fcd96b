// What can happen to a handler and its sessions, one thing at a time.

import type fc from "fast-check";
import type { Command } from "./command.ts";
import { advance, close, fin, reset, shutdown } from "./ends.ts";
import { open, refusedOpen } from "./gets.ts";
import { LARGE } from "./limits.ts";
import { badPost, cutBody, goodPosts, latePost, read } from "./posts.ts";
import { fill, resume, stall, write } from "./writes.ts";

/** Every command, the frequent ones more than once. */
export const COMMANDS: fc.Arbitrary<Command>[] = [
  open,
  open,
  open,
  refusedOpen,
  goodPosts,
  goodPosts,
  badPost,
  badPost,
  latePost,
  cutBody,
  read,
  write("write", 10),
  write("big write", LARGE),
  write("big write", LARGE),
  write("flood", LARGE, 8),
  fill,
  fill,
  stall("stall", false),
  stall("black hole", true),
  resume,
  fin,
  reset,
  advance,
  advance,
  close,
  shutdown,
];
