import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { checkEndpoint, checkName, checkStream, checkTls, ms } from "../../../src/cli/doctor/reach.ts";
import { openStream } from "../../../src/cli/doctor/stream.ts";
import { serve, servePeer } from "../../peer.ts";
import { patientOf } from "./patient.ts";

const EVENTS = { "content-type": "text/event-stream" };

describe("the way to a server", () => {
  test("begins with its name", async () => {
    const check = async (url: string) => (await checkName(patientOf(new URL(url)))).verdict;
    expect(await check("http://127.0.0.1/")).toBe("info");
    expect(await check("http://[::1]/")).toBe("info");
    expect(await check("http://localhost/")).toBe("ok");
    expect(await check("http://none.invalid/")).toBe("fail");
  });

  test("has no TLS to look at for http, and fails where https meets something else", async () => {
    const { url } = await serve((_request, response) => response.end());
    expect(await checkTls(patientOf(url))).toEqual([]);
    const https = new URL(url.href.replace("http:", "https:"));
    expect(await checkTls(patientOf(https))).toMatchObject([{ check: "TLS", verdict: "fail" }]);
  });
});

describe("the answer to the GET", () => {
  test.each<[name: string, status: number, headers: Record<string, string>, last: object]>([
    ["an event stream", 200, EVENTS, { check: "content type", verdict: "ok" }],
    [
      "of another type",
      200,
      { "content-type": "text/html" },
      { check: "content type", verdict: "fail", evidence: "text/html" },
    ],
    [
      "of a type like it",
      200,
      { "content-type": "text/event-stream2" },
      { check: "content type", verdict: "fail" },
    ],
    ["of no type", 200, {}, { check: "content type", verdict: "fail", evidence: "none" }],
    ["401", 401, {}, { check: "status", verdict: "fail", fix: expect.stringContaining("--bearer-env") }],
    ["418", 418, {}, { check: "status", verdict: "fail" }],
    [
      "a redirect off the origin",
      307,
      { location: "https://other.example/x?key=1" },
      { check: "redirect", verdict: "fail", evidence: "307 to https://other.example/x" },
    ],
    [
      "a redirect in a circle",
      308,
      { location: "/y" },
      { check: "redirect", verdict: "fail", evidence: expect.stringContaining("circle") },
    ],
    [
      "in a coding that no client reads",
      200,
      { ...EVENTS, "content-encoding": "zstd" },
      { check: "compression", verdict: "fail", evidence: expect.stringContaining("Content-Encoding: zstd") },
    ],
    ["a redirect to nowhere", 302, {}, { check: "redirect", evidence: "302 to nowhere" }],
    [
      "a redirect to a file",
      302,
      { location: "file:///x" },
      { check: "redirect", verdict: "fail", evidence: "302 to file:/x" },
    ],
  ])("is %s", async (_name, status, headers, last) => {
    const { url } = await serve((_request, response) => response.writeHead(status, headers).flushHeaders());
    const { findings, stream } = await checkStream(patientOf(url));
    stream?.close();
    expect(findings.at(-1)).toMatchObject(last);
    expect(stream !== undefined).toBe((last as { verdict?: string }).verdict === "ok");
  });

  test("is looked for where a redirect on the origin leads", async () => {
    const { url } = await serve(({ target }, response) =>
      target === "/y"
        ? response.writeHead(200, EVENTS).flushHeaders()
        : response.writeHead(307, { location: "/y" }).end(),
    );
    const { findings, stream, patient } = await checkStream(patientOf(url));
    stream?.close();
    expect(findings).toMatchObject([
      { check: "redirect", verdict: "warn" },
      { check: "status", verdict: "ok" },
      { check: "content type", verdict: "ok" },
    ]);
    expect(patient.settings.url.pathname).toBe("/y");
  });

  test("is told once for a circle, and for a chain that does not end", async () => {
    const circle = await serve(({ target }, response) =>
      response.writeHead(307, { location: target === "/a" ? "/b" : "/a" }).end(),
    );
    const { findings } = await checkStream(patientOf(new URL("/a", circle.url)));
    expect(findings.map(({ verdict }) => verdict)).toEqual(["warn", "fail"]);
    const chain = await serve(({ target }, response) =>
      response.writeHead(307, { location: `${target}x` }).end(),
    );
    const { findings: steps } = await checkStream(patientOf(chain.url));
    expect(steps.map(({ verdict }) => verdict)).toEqual([...Array(5).fill("warn"), "fail"]);
  });

  test("may be none", async () => {
    const { url } = await serve(() => {});
    const verdictOf = async (patient: ReturnType<typeof patientOf>) => (await checkStream(patient)).findings;
    expect(await verdictOf(patientOf(url, { timeoutMs: 50 }))).toMatchObject([
      { verdict: "fail", evidence: "the GET failed (ETIMEDOUT)" },
    ]);
    expect(await verdictOf(patientOf(new URL("http://127.0.0.1:1/")))).toMatchObject([
      { verdict: "fail", evidence: "the GET failed (ECONNREFUSED)" },
    ]);
  });
});

describe("the endpoint event", () => {
  test.each<[text: string, last: object]>([
    ["event: endpoint\ndata: /m?s=1\n\n", { check: "endpoint URL", verdict: "ok" }],
    [
      "event: endpoint\ndata: http://other.example/m\n\n",
      { check: "endpoint URL", verdict: "fail", evidence: expect.stringContaining("http://other.example") },
    ],
    [
      "event: endpoint\ndata: http://[\n\n",
      { check: "endpoint URL", verdict: "fail", evidence: "it is no URL" },
    ],
    ["data: {}\n\n", { check: "endpoint event", verdict: "fail", evidence: 'the first event is "message"' }],
    [": nothing\n\n", { check: "endpoint event", verdict: "fail", evidence: "nothing for 100 ms" }],
  ])("of %j is judged", async (text, last) => {
    const peer = await servePeer({
      get: (_request, response) => response.writeHead(200, EVENTS).write(text),
    });
    const patient = patientOf(peer.url, { timeoutMs: 100 });
    const stream = await openStream({ ...patient.settings, timeoutMs: 5_000 });
    const { findings } = await checkEndpoint(patient, stream);
    stream.close();
    expect(findings.at(-1)).toMatchObject(last);
  });

  test("is read where the stream is compressed unasked, and that is told", async () => {
    const peer = await servePeer({
      get: (_request, response) =>
        response
          .writeHead(200, { ...EVENTS, "content-encoding": "gzip" })
          .end(gzipSync("event: endpoint\ndata: /m\n\n")),
    });
    const { findings, stream, patient } = await checkStream(patientOf(peer.url));
    expect(findings.at(-1)).toMatchObject({
      check: "compression",
      verdict: "warn",
      evidence: "Content-Encoding: gzip, which was not asked for",
      fix: expect.stringContaining("gzip_types"),
    });
    if (stream === undefined) throw new Error("there must be a stream");
    expect((await checkEndpoint(patient, stream)).endpoint?.pathname).toBe("/m");
  });

  test("that gzip holds back names gzip, and a stream that ended no proxy", async () => {
    const held = await servePeer({
      get: (_request, response) =>
        response.writeHead(200, { ...EVENTS, "content-encoding": "gzip" }).flushHeaders(),
    });
    const patient = patientOf(held.url, { timeoutMs: 50 });
    const stream = await openStream({ ...patient.settings, timeoutMs: 5_000 });
    expect((await checkEndpoint(patient, stream)).findings).toMatchObject([
      { verdict: "fail", fix: expect.stringMatching(/Content-Encoding: gzip.*no compression/) },
    ]);
    stream.close();
    const ended = await servePeer({ get: (_request, response) => response.writeHead(200, EVENTS).end() });
    const gone = await openStream(patientOf(ended.url).settings);
    expect((await checkEndpoint(patientOf(ended.url), gone)).findings).toMatchObject([
      { evidence: "the server ended it", fix: expect.not.stringContaining("proxy") },
    ]);
  });

  test("names what may hold it back", async () => {
    const peer = await servePeer({
      get: (_request, response) => response.writeHead(200, { ...EVENTS, server: "nginx" }).flushHeaders(),
    });
    const patient = patientOf(peer.url, { timeoutMs: 50 });
    const stream = await openStream({ ...patient.settings, timeoutMs: 5_000 });
    const { findings } = await checkEndpoint(patient, stream);
    stream.close();
    expect(findings).toMatchObject([{ verdict: "fail", fix: expect.stringContaining("nginx") }]);
  });
});

test("a time is as exact as it matters", () => {
  expect([ms(1.23), ms(1234.5)]).toEqual(["1.2 ms", "1235 ms"]);
});
