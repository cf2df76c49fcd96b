import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import type { Request, Response } from "express";
import { describe, expectTypeOf, test } from "vitest";
import type { NodeRequest, NodeResponse } from "../../src/node/node-http.ts";

describe("the structural types", () => {
  test("take node:http's", () => {
    expectTypeOf<IncomingMessage>().toExtend<NodeRequest>();
    expectTypeOf<ServerResponse>().toExtend<NodeResponse>();
  });

  test("take http2's compatibility API", () => {
    expectTypeOf<Http2ServerRequest>().toExtend<NodeRequest>();
    expectTypeOf<Http2ServerResponse>().toExtend<NodeResponse>();
  });

  test("take Express's", () => {
    expectTypeOf<Request>().toExtend<NodeRequest>();
    expectTypeOf<Response>().toExtend<NodeResponse>();
  });
});
