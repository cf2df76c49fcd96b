// What would help where no HTTP could be spoken, by the code of what failed.

const NOT_TRUSTED =
  "The certificate is not trusted here: NODE_EXTRA_CA_CERTS=<file> names another authority to trust.";
const NO_TLS = "That port does not speak TLS: is it http:// instead of https://?";

const HINTS: readonly (readonly [codes: RegExp, hint: string])[] = [
  [
    /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
    "The certificate is out of its time: renew it, or see the clock of this machine.",
  ],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, "The certificate is for another name: use the one that it is for."],
  [/SELF_SIGNED_CERT|^UNABLE_TO_(GET|VERIFY)_|^CERT_/, NOT_TRUSTED],
  [/^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNKNOWN_PROTOCOL))$/, NO_TLS],
  [/^HPE_/, "That port does not speak HTTP: is it https:// instead of http://?"],
];

/** The hint for a failure with this code, if its kind has one of its own. */
export function failureHint(code: string | undefined): string | undefined {
  return code === undefined ? undefined : HINTS.find(([codes]) => codes.test(code))?.[1];
}
