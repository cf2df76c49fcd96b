// The Streamable HTTP client of the official SDK, loaded when `connectMcp` needs it.

import { loadSdk } from "./load-sdk.ts";
import type { SdkTransport } from "./sdk-transport.ts";

/** What of the SDK is used: `client/streamableHttp.js` of v1, `@modelcontextprotocol/client` of v2. */
export interface SdkStreamableHttp {
  readonly StreamableHTTPClientTransport: new (
    url: URL,
    options: Record<string, unknown>,
  ) => StreamableTransport;
}

/** The SDK's transport; it also takes arrays of messages, which no type here has. */
export interface StreamableTransport extends Omit<SdkTransport, "send"> {
  send(message: never): Promise<void>;
}

/**
 * Imports the SDK's Streamable HTTP client: that of the client's own version, else the other.
 *
 * @throws TransportError `ERR_TRANSPORT_NO_SDK` if neither is installed.
 */
export async function loadStreamableHttp(client: object): Promise<SdkStreamableHttp> {
  // A method that only the Client of v2 has.
  const loads = "getProtocolEra" in client ? [loadV2, loadV1] : [loadV1, loadV2];
  return loadSdk<SdkStreamableHttp>(loads, "connectMcp");
}

// In `try`, and by a literal name: bundlers then find it where it is installed, and forgive it where it is not.

async function loadV1(): Promise<SdkStreamableHttp> {
  try {
    return await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  } catch (cause) {
    throw new Error("@modelcontextprotocol/sdk could not be imported", { cause });
  }
}

async function loadV2(): Promise<SdkStreamableHttp> {
  try {
    return await import("@modelcontextprotocol/client");
  } catch (cause) {
    throw new Error("@modelcontextprotocol/client could not be imported", { cause });
  }
}
