import { type Case, registerSuite } from "../case.ts";
import { PATIENCE_MS } from "../patience.ts";
import { ending } from "./ending.ts";
import { payload } from "./payload.ts";
import { reading } from "./reading.ts";
import type { ConnectionContext, ConnectionSetup } from "./subject.ts";
import { writing } from "./writing.ts";

/** Every case of the Connection contract. */
export const connectionCases: readonly Case<ConnectionContext>[] = [
  ...reading,
  ...writing,
  ...ending,
  ...payload,
];

/** Something that claims to be a Connection. */
export interface ConnectionSuite {
  /** The subject of the test titles, as `createConnectionPair`. */
  readonly name: string;
  /** Opens a fresh connection, once per test. */
  open(): Promise<ConnectionSetup>;
}

/** Registers tests for the whole Connection contract, against one implementation. */
export function connectionSuite(suite: ConnectionSuite): void {
  registerSuite(`${suite.name}, as a Connection`, connectionCases, async (run) => {
    const setup = await suite.open();
    try {
      await run({ local: setup.local, peer: setup.peer, patienceMs: PATIENCE_MS });
    } finally {
      await setup.dispose();
    }
  });
}
