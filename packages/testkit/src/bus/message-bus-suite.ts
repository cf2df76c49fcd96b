import { type Case, registerSuite } from "../case.ts";
import { within } from "../patience.ts";
import { carrying } from "./carrying.ts";
import { settling } from "./settling.ts";
import { type BusContext, type BusInbox, type BusSetup, type BusSubject, nodeName } from "./subject.ts";

/** Every case of the MessageBus contract. */
export const messageBusCases: readonly Case<BusContext>[] = [...carrying, ...settling];

/** Something that claims to be a message bus. */
export interface MessageBusSuite {
  /** The subject of the test titles, as `memoryBus`. */
  readonly name: string;
  /** Whether all nodes share one bus: then it has no health of a node, and no end of its own. */
  readonly isShared?: boolean;
  /** Opens what buses connect to, once per test. */
  open(): BusSetup | Promise<BusSetup>;
}

/** Registers tests for the whole MessageBus contract, against one implementation. */
export function messageBusSuite(suite: MessageBusSuite): void {
  registerSuite(`${suite.name}, as a MessageBus`, messageBusCases, async (run) => {
    const setup = await suite.open();
    try {
      await withBuses(setup, suite.isShared ?? false, run);
    } finally {
      await setup.dispose();
    }
  });
}

/** Runs a case, and stops every bus that it made. */
export async function withBuses(
  setup: Pick<BusSetup, "connect">,
  isShared: boolean,
  run: (context: BusContext) => Promise<void>,
): Promise<void> {
  const buses = new Set<BusSubject>();
  const connect = async (): Promise<BusSubject> => {
    const bus = await setup.connect();
    buses.add(bus);
    return bus;
  };
  try {
    await run({
      isShared,
      connect,
      async join(answer = () => ({ status: "accepted" })) {
        const node = { name: nodeName(), bus: await connect(), received: [] as Parameters<BusInbox>[0][] };
        const inbox = async (envelope: Parameters<BusInbox>[0]): Promise<{ status: "accepted" }> => {
          node.received.push(envelope);
          return (await answer(envelope)) as { status: "accepted" };
        };
        await within(node.bus.start(node.name, inbox), "the inbox");
        return node;
      },
    });
  } finally {
    for (const bus of buses) await within(bus.stop(), "the end of a bus");
  }
}
