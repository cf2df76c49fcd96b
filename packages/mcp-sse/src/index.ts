export { TransportError, type TransportErrorCode } from "./errors.ts";
export type {
  Connectable,
  SdkAuthInfo,
  SdkMessageCallback,
  SdkMessageExtra,
  SdkRequestInfo,
  SdkSendOptions,
  SdkTransport,
} from "./sdk-transport.ts";
export { toTransport } from "./to-transport.ts";
