import { EventEmitter } from "node:events";
import { describe, expect, test } from "vitest";
import { onceClosed } from "../../src/node/socket-close.ts";

describe("onceClosed", () => {
  test("calls everybody who waits and has not been forgotten, over one listener", () => {
    const socket = new EventEmitter();
    const called: number[] = [];
    const forget = Array.from({ length: 50 }, (_, at) => onceClosed(socket, () => void called.push(at)));
    for (const at of forget.keys()) if (at !== 7) forget[at]?.();
    expect(socket.listenerCount("close")).toBe(1);
    socket.emit("close");
    expect(called).toEqual([7]);
  });
});
