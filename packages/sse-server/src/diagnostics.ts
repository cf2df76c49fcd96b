// Where events go besides the observer, and errors without one: nowhere, on platforms that have no place for them.

/** One named channel, as `node:diagnostics_channel` has them. */
export interface DiagnosticsChannel {
  readonly hasSubscribers: boolean;
  publish(message: unknown): void;
}

const SILENT: DiagnosticsChannel = { hasSubscribers: false, publish: () => undefined };

/** Gives the channel of a name. */
export const channel: (name: string) => DiagnosticsChannel = () => SILENT;

/** Warns whoever runs the process; `detail` is printed below the text. */
export const warn: (text: string, detail: string) => void = () => undefined;
