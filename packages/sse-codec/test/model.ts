// HTML §9.2.6 as it is written, with no thought of speed or memory: decode everything, split it into
// lines, interpret them. What the scanner is held against.

/** What a reader saw of a stream. */
export interface Reading {
  readonly events: { event?: string; data: string; id?: string; retry?: number; lastEventId: string }[];
  readonly comments: string[];
  readonly retries: number[];
  lastEventId: string;
}

export function readModel(stream: Uint8Array | string, dispatchIncomplete = false): Reading {
  const text = typeof stream === "string" ? stream.replace(/^\uFEFF/, "") : new TextDecoder().decode(stream);
  const lines = text.split(/\r\n|\n|\r/);
  const rest = lines.pop() ?? "";
  if (dispatchIncomplete) lines.push(...(rest === "" ? [""] : [rest, ""]));

  const reading: Reading = { events: [], comments: [], retries: [], lastEventId: "" };
  let [data, eventType, lastEventId] = ["", "", ""];
  let own: { id?: string; retry?: number } = {};
  for (const line of lines) {
    if (line === "") {
      reading.lastEventId = lastEventId;
      if (data !== "") {
        const event = { data: data.slice(0, -1), ...own, lastEventId };
        reading.events.push(eventType === "" ? event : { event: eventType, ...event });
      }
      [data, eventType, own] = ["", "", {}];
      continue;
    }
    const colon = line.indexOf(":");
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (colon === 0) reading.comments.push(value);
    else if (field === "event") eventType = value;
    else if (field === "data") data += `${value}\n`;
    else if (field === "id" && !value.includes("\0")) lastEventId = own.id = value;
    else if (field === "retry" && /^[0-9]+$/.test(value)) {
      own.retry = Math.min(Number(value), 2 ** 53 - 1);
      reading.retries.push(own.retry);
    }
  }
  return reading;
}

/** How far a stream gets under `maxEventBytes`: the events before its end, and whether it fails there. */
export function readLimitModel(
  stream: Uint8Array,
  maxEventBytes: number,
): { events: number; fails: boolean } {
  // One character per byte, so that lengths are bytes.
  const text = Array.from(stream, (byte) => String.fromCharCode(byte))
    .join("")
    .replace(/^\xEF\xBB\xBF/, "");
  // Half a BOM may still become one, which does not count.
  if (/^\xEF\xBB?$/.test(text)) return { events: 0, fails: false };
  const lines = text.split(/\r\n|\n|\r/);
  const rest = lines.pop() ?? "";
  let [events, pending, hasData] = [0, 0, false];
  for (const line of lines) {
    if (line === "") {
      if (hasData) events++;
      [pending, hasData] = [0, false];
    } else if (/^(data|event|id)(:|$)/.test(line)) {
      pending += line.length;
      if (pending > maxEventBytes) return { events, fails: true };
      hasData ||= line.startsWith("data");
    } else if (line.length > maxEventBytes) return { events, fails: true };
  }
  const counted = /^(data|event|id):/.test(rest) ? pending + rest.length : rest.length;
  return { events, fails: counted > maxEventBytes };
}
