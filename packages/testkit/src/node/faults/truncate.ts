import type { Fault, FaultyLink, Treatment } from "./fault.ts";

const HEAD_END = "\r\n\r\n";

/**
 * Ends both sides with FIN once `bytes` of the response's body have passed: it is cut, and nothing says so. On a connection
 * that lives, they are counted from now.
 */
export function truncateBody(bytes: number): Fault {
  return {
    name: `body truncated after ${bytes} bytes`,
    down: (link) => passBody(bytes, link),
  };
}

function passBody(bytes: number, link: FaultyLink): Treatment {
  // What may be the beginning of the end of the head.
  let tail = "";
  let left = link.passed.down > 0 ? bytes : undefined;
  return {
    async bytes(piece, pass) {
      let body = 0;
      if (left === undefined) {
        const text = tail + piece.toString("latin1");
        const end = text.indexOf(HEAD_END);
        if (end < 0) {
          tail = text.slice(-(HEAD_END.length - 1));
          return pass(piece);
        }
        left = bytes;
        body = end + HEAD_END.length - tail.length;
      }
      const passes = piece.subarray(0, body + left);
      left -= passes.length - body;
      await pass(passes);
      if (left === 0) link.end();
    },
  };
}
