// Which broker carries POSTs between the instances, and the secret that they share.

import { readFileSync } from "node:fs";
import type { Args } from "../args.ts";
import { CliError, usageError } from "../cli-error.ts";
import type { Terminal } from "../terminal.ts";

/** A broker that there is a bus for. */
export type BrokerKind = "redis" | "nats";

/** What `--bus` and its companions say. */
export interface BusSettings {
  readonly kind: BrokerKind;
  /** With its credentials: for the broker's client, and for nobody else. */
  readonly url: URL;
  readonly secret: string | undefined;
}

const KINDS: Readonly<Record<string, BrokerKind>> = {
  "redis:": "redis",
  "rediss:": "redis",
  "nats:": "nats",
  "tls:": "nats",
};

/** Shorter ones can be tried out by whoever has a session ID. */
const MIN_SECRET_LENGTH = 16;

/** Reads the options. @returns `undefined` without a bus. @throws CliError, which holds neither URL nor secret. */
export function readBusSettings(args: Args, env: Terminal["env"]): BusSettings | undefined {
  const given = args.text("bus");
  const variable = args.text("bus-env");
  const secret = readSecret(args.text("bus-secret-env"), args.text("bus-secret-file"), env);
  if (given === undefined && variable === undefined) {
    if (secret !== undefined) throw usageError("--bus-secret-env and --bus-secret-file are for --bus");
    return undefined;
  }
  if (given !== undefined && variable !== undefined) {
    throw usageError("--bus and --bus-env exclude each other");
  }
  const option = given === undefined ? "--bus-env" : "--bus";
  const text = given ?? variableOf("--bus-env", variable ?? "", env);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const kind = url === undefined ? undefined : KINDS[url.protocol];
  if (url === undefined || kind === undefined || url.hostname === "") {
    throw usageError(`${option} must be a URL as redis://host:6379 or nats://host:4222`);
  }
  if (given !== undefined && url.username + url.password !== "") {
    throw usageError(
      "--bus holds credentials, which every user of this machine can read",
      "Put the URL into a variable, and name that: --bus-env BUS_URL",
    );
  }
  return { kind, url, secret };
}

function readSecret(
  variable: string | undefined,
  file: string | undefined,
  env: Terminal["env"],
): string | undefined {
  if (variable !== undefined && file !== undefined) {
    throw usageError("--bus-secret-env and --bus-secret-file exclude each other");
  }
  if (variable === undefined && file === undefined) return undefined;
  const secret =
    file === undefined ? variableOf("--bus-secret-env", variable ?? "", env) : contentOf(file).trim();
  if (secret.length < MIN_SECRET_LENGTH) {
    throw new CliError(`the secret of the bus must have ${MIN_SECRET_LENGTH} characters or more`, {
      hints: ["openssl rand -hex 32 makes one; all instances need the same."],
    });
  }
  return secret;
}

function variableOf(option: string, variable: string, env: Terminal["env"]): string {
  const value = env[variable]?.trim() ?? "";
  if (value === "") throw new CliError(`${option}: the variable ${variable} is not set`);
  return value;
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new CliError(
      `--bus-secret-file: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`,
    );
  }
}
