// A real broker for a test: a port and a process of its own, ended by its process id.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freeze } from "../freeze.ts";
import { CERTIFICATE, KEY } from "../http/certificate.ts";

/** How long a broker may take to start or to end, in ms. */
const PATIENCE_MS = 10_000;

/** A running broker. */
export interface Broker {
  readonly port: number;
  /** Its process now; another after `restart`. */
  readonly pid: number;
  /** Kills it, as a machine that loses its power. */
  kill(): Promise<void>;
  /** Starts it again on the same port; resolves when it takes connections. */
  start(): Promise<void>;
  /** Stops it where it stands, connections open; resolves when it does. */
  freeze(): Promise<void>;
  /** Lets it go on. */
  thaw(): void;
  /** Ends it, and removes its folder. */
  close(): Promise<void>;
}

/**
 * Starts Debian's redis-server.
 *
 * @param settings - more of its command line, as `--proto-max-bulk-len 2mb`.
 */
export function startRedis(...settings: string[]): Promise<Broker> {
  return startBroker((port, folder) => [...redis(folder), "--port", String(port), ...settings]);
}

/** Starts Debian's redis-server behind TLS, with the testkit's certificate. */
export function startSecureRedis(...settings: string[]): Promise<Broker> {
  return startBroker(async (port, folder) => {
    const [certificate, key] = await writeCertificate(folder);
    const files = ["--tls-cert-file", certificate, "--tls-key-file", key, "--tls-auth-clients", "no"];
    return [...redis(folder), "--port", "0", "--tls-port", String(port), ...files, ...settings];
  });
}

function redis(folder: string): readonly string[] {
  return ["redis-server", ..."--bind 127.0.0.1 --appendonly no --dir".split(" "), folder, "--save", ""];
}

/** Starts Debian's nats-server. */
export function startNats(...settings: string[]): Promise<Broker> {
  return startBroker((port) => ["nats-server", "-a", "127.0.0.1", "-p", String(port), ...settings]);
}

/** Starts Debian's nats-server behind TLS, with the testkit's certificate and a configuration. */
export function startSecureNats(configuration: string = ""): Promise<Broker> {
  return startBroker(async (port, folder) => {
    const [certificate, key] = await writeCertificate(folder);
    const file = join(folder, "nats.conf");
    await writeFile(file, `tls { cert_file: "${certificate}", key_file: "${key}" }\n${configuration}`);
    return ["nats-server", "-a", "127.0.0.1", "-p", String(port), "-c", file];
  });
}

async function writeCertificate(folder: string): Promise<readonly [certificate: string, key: string]> {
  const files = [join(folder, "cert.pem"), join(folder, "key.pem")] as const;
  await writeFile(files[0], CERTIFICATE);
  await writeFile(files[1], KEY);
  return files;
}

type CommandLine = (port: number, folder: string) => readonly string[] | Promise<readonly string[]>;

async function startBroker(commandLine: CommandLine): Promise<Broker> {
  const folder = await mkdtemp(join(tmpdir(), "broker-"));
  const port = await freePort();
  let child = await run(await commandLine(port, folder), port);
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  };
  return {
    port,
    get pid() {
      return child.pid ?? 0;
    },
    kill,
    async start() {
      child = await run(await commandLine(port, folder), port);
    },
    freeze: () => freeze(child),
    thaw: () => void child.kill("SIGCONT"),
    async close() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function run([command = "", ...args]: readonly string[], port: number): Promise<ChildProcess> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-2_000);
    });
  }
  let failed: unknown;
  child.on("error", (error) => {
    failed = error;
  });
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isListening(port))) {
    if (failed !== undefined) throw new Error(`${command} is not installed`, { cause: failed });
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill("SIGKILL");
      throw new Error(`${command} did not start: ${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return child;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const end = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.once("connect", () => end(true)).once("error", () => end(false));
  });
}

/** A port that nobody listens at. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
