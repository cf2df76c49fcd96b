// SessionId: unguessable, URL-safe, and it names its owner, so that no directory is needed.
//
//     q1n0Zr5xYb2c . 3q2-7wEjRWeJq83vEjRWeJq8 [ . 9f2kQ… ]
//     node            random, 144 bits           mac, with a secret shared by the nodes
//
// Random bytes come synchronously. Where the mac needs Web Crypto it is asynchronous, so
// only sessions of a handler with a secret pay for it, and only IDs that are not in the map are verified.

import { createMac } from "#mac";
import { isEqual } from "./is-equal.ts";

const NODE_BYTES = 9;
const RANDOM_BYTES = 18;

/** Makes the IDs of one handler's sessions, and reads those of others. */
export interface SessionIds {
  /** Names this handler among those that share a bus. */
  readonly node: string;

  create(): string | Promise<string>;

  /** The node that owns an ID; `undefined` if it is none, or its mac is not ours. */
  ownerOf(id: string): Promise<string | undefined>;
}

/**
 * Creates the IDs of a new node.
 *
 * @param secret - shared by all nodes of one bus; without it IDs carry no mac, and anyone can make one up that
 *   costs a look-up on the bus.
 */
export function createSessionIds(secret?: string | Uint8Array): SessionIds {
  const node = randomText(NODE_BYTES);
  const prefix = `${node}.`;
  if (secret === undefined) {
    return {
      node,
      create: () => prefix + randomText(RANDOM_BYTES),
      ownerOf: async (id) => /^([\w-]{12})\.[\w-]{24}$/.exec(id)?.[1],
    };
  }
  const mac = createMac(secret);
  return {
    node,
    create() {
      const id = prefix + randomText(RANDOM_BYTES);
      const made = mac.of(id);
      return typeof made === "string" ? `${id}.${made}` : made.then((text) => `${id}.${text}`);
    },
    async ownerOf(id) {
      const match = /^(([\w-]{12})\.[\w-]{24})\.([\w-]{24})$/.exec(id);
      if (match === null) return undefined;
      const [, signed = "", owner, given = ""] = match;
      return isEqual(await mac.of(signed), given) ? owner : undefined;
    },
  };
}

/** An ID for a session that no handler holds. */
export function createLocalSessionId(): string {
  return randomText(RANDOM_BYTES);
}

/** Random bytes for the next IDs: taken so many at once, they cost a tenth. What was used is wiped. */
const pool = new Uint8Array(RANDOM_BYTES * 64);
let used = pool.length;

function randomText(bytes: number): string {
  if (used + bytes > pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  const taken = pool.subarray(used, used + bytes);
  used += bytes;
  const text = toBase64Url(taken);
  taken.fill(0);
  return text;
}

// The sizes above are multiples of 3: no padding.
function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
