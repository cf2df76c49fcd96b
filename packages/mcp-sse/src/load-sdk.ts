// The official SDK is an optional peer, in one of two versions: what is installed shows when it is needed.

import { TransportError } from "./errors.ts";

/**
 * What the first of `loads` that succeeds has loaded.
 *
 * @throws {@link TransportError} `ERR_TRANSPORT_NO_SDK` if none does; `need` says what needs the SDK.
 */
export async function loadSdk<Module>(
  loads: readonly (() => Promise<Module>)[],
  need: string,
): Promise<Module> {
  const failures: unknown[] = [];
  for (const load of loads) {
    try {
      return await load();
    } catch (error) {
      failures.push(error);
    }
  }
  throw new TransportError(
    "ERR_TRANSPORT_NO_SDK",
    `${need} needs @modelcontextprotocol/client or @modelcontextprotocol/sdk, and neither is installed`,
    { cause: new AggregateError(failures) },
  );
}
