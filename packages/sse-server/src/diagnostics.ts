// Where events go besides the observer: nowhere, on platforms without node:diagnostics_channel.

/** One named channel, as `node:diagnostics_channel` has them. */
export interface DiagnosticsChannel {
  readonly hasSubscribers: boolean;
  publish(message: unknown): void;
}

const SILENT: DiagnosticsChannel = { hasSubscribers: false, publish: () => undefined };

/** Gives the channel of a name. */
export const channel: (name: string) => DiagnosticsChannel = () => SILENT;
