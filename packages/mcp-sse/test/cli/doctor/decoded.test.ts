import { brotliCompressSync, createGzip, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { codingsOf, isReadable } from "../../../src/cli/doctor/decoded.ts";
import { openStream } from "../../../src/cli/doctor/stream.ts";
import { serve } from "../../peer.ts";
import { patientOf } from "./patient.ts";

const TEXT = "event: endpoint\ndata: /m\n\n";

describe("a body that is encoded", () => {
  test.each([
    ["gzip", gzipSync(TEXT)],
    ["X-GZIP, identity", gzipSync(TEXT)],
    ["deflate", deflateSync(TEXT)],
    ["br", brotliCompressSync(TEXT)],
    ["deflate, gzip", gzipSync(deflateSync(TEXT))],
  ])("in %s is read", async (encoding, bytes) => {
    const { url } = await serve((_request, response) =>
      response.writeHead(200, { "content-encoding": encoding }).end(bytes),
    );
    const stream = await openStream(patientOf(url).settings);
    expect(await stream.event(() => true, 5_000)).toMatchObject({ event: { data: "/m" } });
    await stream.watch(5_000);
    expect(stream.ended).toBe("the server ended it");
  });

  test("is read as far as it came", async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      const gzip = createGzip();
      gzip.on("data", (chunk) => response.write(chunk));
      gzip.write(TEXT);
      gzip.flush(() => response.write("", () => response.destroy()));
    });
    const stream = await openStream(patientOf(url).settings);
    expect(await stream.event(() => true, 5_000)).toMatchObject({ event: { data: "/m" } });
    await stream.watch(5_000);
    expect(stream.ended).toBe("the connection broke");
  });

  test.each(["gzip", "gzip, deflate"])("otherwise than as %s, as it says, is told so", async (encoding) => {
    const { url } = await serve((_request, response) =>
      response.writeHead(200, { "content-encoding": encoding }).write(TEXT),
    );
    const stream = await openStream(patientOf(url).settings);
    await stream.watch(5_000);
    expect(stream.ended).toContain("Content-Encoding");
  });

  test("in what clients do not read is not read", async () => {
    const { url } = await serve((_request, response) =>
      response.writeHead(200, { "content-encoding": "zstd" }).end(TEXT),
    );
    const stream = await openStream(patientOf(url).settings);
    expect(await stream.event(() => true, 5_000)).toBeUndefined();
    expect(stream.ended).toBe("the server ended it");
    expect(["zstd", "gzip,gzip,gzip,gzip,gzip"].map(isReadable)).toEqual([false, false]);
    expect(codingsOf(" GZIP ,, identity")).toEqual(["gzip"]);
  });
});
