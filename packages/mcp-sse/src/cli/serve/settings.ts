// What `serve` was asked for, checked and complete.

import { readFileSync } from "node:fs";
import type { StdioCommand, StdioHandlerOptions } from "@mcp-sse/bridge";
import { hostInUrl, isLoopback } from "../../node/listen-address.ts";
import type { Args } from "../args.ts";
import { CliError, usageError } from "../cli-error.ts";
import { type LogFormat, readLogFormat } from "../log.ts";
import type { Terminal } from "../terminal.ts";
import { bearerAuthorize, readTokens } from "./bearer.ts";
import { type BusSettings, readBusSettings } from "./bus-settings.ts";
import { readConfigFile } from "./config-file.ts";

/** One server: where it is, and what is started for each of its sessions. */
export interface ServedCommand {
  /** Of `--config`; `undefined` for the one command. */
  readonly name: string | undefined;
  readonly path: string;
  readonly command: StdioCommand;
  readonly endpoint: URL | undefined;
}

/** Complete settings of `serve`. */
export interface ServeSettings {
  readonly port: number;
  readonly host: string;
  readonly served: readonly ServedCommand[];
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
  readonly options: StdioHandlerOptions;
  readonly bus: BusSettings | undefined;
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | undefined;
  readonly logFormat: LogFormat;
  readonly drainMs: number;
}

const MIB = 1024 * 1024;

/** Reads everything that can be wrong before anything listens. @throws CliError */
export function readSettings(args: Args, { env }: Terminal): ServeSettings {
  const host = args.text("host") ?? "127.0.0.1";
  const publicUrl = readPublicUrl(args.text("public-url"));
  const allowed = args.list("allow-host");
  if (!isLoopback(host) && allowed.length === 0 && publicUrl === undefined) {
    throw usageError(
      `--host ${host} is reachable from elsewhere: say which names clients use with --allow-host`,
      "Without it a page of any browser that can reach this port could use the server (DNS rebinding).",
      "`--allow-host any` switches the check off, for a port that no browser can reach.",
    );
  }
  const origins = args.list("allow-origin");
  if (args.flag("cors") && origins.length === 0) {
    throw usageError("--cors needs the origins that it is for: --allow-origin https://app.example.com");
  }
  const tokens = readTokens({ file: args.text("bearer-file"), variable: args.text("bearer-env") }, env);
  const { served, skipped } = readServed(args, env, publicUrl);
  const bus = readBusSettings(args, env);
  return {
    port: args.integer("port", 0, 65_535) ?? 8000,
    host,
    served,
    skipped,
    options: {
      allowedHosts: allowed.includes("any") ? "any" : hostsOf(allowed, host, publicUrl),
      allowedOrigins: origins,
      cors: args.flag("cors"),
      maxBodyBytes: args.bytes("max-message") ?? 4 * MIB,
      maxLineBytes: args.bytes("max-line") ?? 16 * MIB,
      maxSessions: args.integer("max-sessions", 1, 1_000_000) ?? 1_000,
      idleTimeoutMs: positive(args, "idle-timeout"),
      warm: args.integer("warm", 0, 1_000) ?? 0,
      ...(tokens !== undefined && { authorize: bearerAuthorize(tokens) }),
      ...(bus?.secret !== undefined && { secret: bus.secret }),
    },
    bus,
    tls: readTls(args),
    logFormat: readLogFormat(args.text("log-format")),
    drainMs: Math.min(args.duration("drain") ?? 5_000, 3_600_000),
  };
}

function readServed(
  args: Args,
  env: Terminal["env"],
  publicUrl: URL | undefined,
): Pick<ServeSettings, "served" | "skipped"> {
  const path = readPath(args.text("path") ?? "/sse");
  const config = args.text("config");
  const [command, ...rest] = args.rest ?? [];
  const endpointOf = (of: string): URL | undefined =>
    publicUrl && new URL(publicUrl.href.replace(/\/$/, "") + of);
  if (config !== undefined) {
    if (command !== undefined) throw usageError("--config and a command after -- exclude each other");
    if (args.list("pass-env").length > 0)
      throw usageError("--pass-env is for the command after --; a file has its own env");
    const { servers, skipped } = readConfigFile(config);
    const served = [...servers].map(([name, one]) => {
      const at = `/${encodeURI(name)}${path}`;
      return { name, path: at, command: one, endpoint: endpointOf(at) };
    });
    return { served, skipped };
  }
  if (command === undefined) {
    throw usageError(
      "which server? Its command comes after --",
      "mcp-sse serve -- npx -y @modelcontextprotocol/server-everything",
    );
  }
  if (command === "") throw usageError("the command after -- is empty");
  const passed = passedEnv(args.list("pass-env"), env);
  return {
    served: [
      { name: undefined, path, command: { command, args: rest, env: passed }, endpoint: endpointOf(path) },
    ],
    skipped: [],
  };
}

function passedEnv(names: readonly string[], env: Terminal["env"]): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const name of names) {
    if (name.includes("="))
      throw usageError(`--pass-env takes a name; the value is the one that it has here`);
    const value = env[name];
    if (value === undefined) throw new CliError(`--pass-env: the variable ${name} is not set`);
    passed[name] = value;
  }
  return passed;
}

function readPath(path: string): string {
  if (/^\/(?![/\\])[^?#\s\\]*$/.test(path) && path !== "/healthz" && path !== "/readyz") {
    return new URL(path, "http://localhost").pathname;
  }
  throw usageError(`--path must be an absolute path, and neither /healthz nor /readyz, got "${path}"`);
}

function readPublicUrl(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search + url.hash + url.username !== "") {
    throw usageError(`--public-url must be http: or https:, without query or credentials, got "${text}"`);
  }
  return url;
}

function hostsOf(allowed: readonly string[], host: string, publicUrl: URL | undefined): string[] {
  // 127.0.0.2 is loopback as well: whoever listens there may be asked for by that address.
  const own = isLoopback(host) ? [new URL(`http://${hostInUrl(host)}`).hostname] : [];
  return [...allowed, ...own, ...(publicUrl === undefined ? [] : [publicUrl.hostname])];
}

function positive(args: Args, name: string): number {
  const ms = args.duration(name) ?? Number.POSITIVE_INFINITY;
  if (ms > 0) return ms;
  throw usageError(`--${name} must be longer than 0; none switches it off`);
}

function readTls(args: Args): ServeSettings["tls"] {
  const cert = args.text("tls-cert");
  const key = args.text("tls-key");
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) throw usageError("--tls-cert and --tls-key belong together");
  return { cert: readPem("--tls-cert", cert), key: readPem("--tls-key", key) };
}

function readPem(option: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new CliError(`${option}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
