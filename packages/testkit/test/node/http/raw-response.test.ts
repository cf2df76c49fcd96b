import type { Socket } from "node:net";
import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { createByteReader } from "../../../src/node/http/byte-reader.ts";
import { readResponse } from "../../../src/node/http/raw-response.ts";

function respond(bytes: string): ReturnType<typeof createByteReader> {
  const socket = new PassThrough();
  socket.end(bytes, "latin1");
  return createByteReader(socket as unknown as Socket);
}

describe("readResponse", () => {
  test("keeps headers as they came, and finds them by any case of their name", async () => {
    const answer = await readResponse(respond("HTTP/1.1 405 No\r\nALLOW: GET\r\nallow:POST\r\n\r\n"), "GET");
    expect(answer.status).toBe(405);
    expect(answer.headers).toEqual([
      ["ALLOW", "GET"],
      ["allow", "POST"],
    ]);
    expect(answer.header("Allow")).toBe("GET, POST");
    expect(answer.header("x")).toBeUndefined();
    expect(answer.text).toBe("HTTP/1.1 405 No\r\nALLOW: GET\r\nallow:POST");
  });

  test.each([
    ["HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"],
    ["OPTIONS", "HTTP/1.1 204 No Content\r\n\r\nnext"],
  ])("expects no body after %s", async (method, bytes) => {
    expect((await readResponse(respond(bytes), method)).body).toBe("");
  });

  test("gives what there was of a body that the connection cut", async () => {
    expect(
      (await readResponse(respond("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"), "GET")).body,
    ).toBe("half");
  });
});
