import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { CERTIFICATE, KEY } from "@mcp-sse/testkit/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { failureHint } from "../../../src/cli/client/failure-hint.ts";
import { servePeer } from "../../peer.ts";
import { runMain } from "../run-main.ts";

async function serveUntrusted(): Promise<string> {
  const server = createServer({ cert: CERTIFICATE, key: KEY }, (_request, response) => response.end());
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `https://localhost:${(server.address() as AddressInfo).port}/sse`;
}

describe("what failed before HTTP", () => {
  test.each([
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "NODE_EXTRA_CA_CERTS"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "NODE_EXTRA_CA_CERTS"],
    ["CERT_UNTRUSTED", "NODE_EXTRA_CA_CERTS"],
    ["CERT_HAS_EXPIRED", "renew"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "another name"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "http:// instead"],
    ["EPROTO", "http:// instead"],
    ["HPE_INVALID_CONSTANT", "https:// instead"],
  ])("has a hint: %s", (code, word) => {
    expect(failureHint(code)).toContain(word);
  });

  test("has none where HTTP is not the question", () => {
    expect([failureHint("ECONNREFUSED"), failureHint(undefined)]).toEqual([undefined, undefined]);
  });

  test.each([[["tools"]], [["ping"]], [["call", "x"]], [["doctor"]]])(
    "is told by %j: a certificate that is not trusted, and a port without TLS",
    async ([command = "", ...operands]) => {
      const untrusted = await runMain([command, await serveUntrusted(), ...operands]);
      expect([untrusted.code, untrusted.out + untrusted.err]).toEqual([
        1,
        expect.stringContaining("NODE_EXTRA_CA_CERTS"),
      ]);
      expect(untrusted.out + untrusted.err).not.toContain("running");
      const { url } = await servePeer();
      const plain = await runMain([command, url.href.replace("http:", "https:"), ...operands]);
      expect([plain.code, plain.out + plain.err]).toEqual([1, expect.stringContaining("http:// instead")]);
    },
  );
});
