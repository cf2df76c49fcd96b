// The text/event-stream format, read and written.

export const eventStream = {
  "sse.write.order": {
    source: "mcp-sse",
    quote: "An event is written as event, id, retry, data, and always has a data line.",
    level: "must",
    row: "W1",
  },
  "sse.write.grammar": {
    source: "mcp-sse",
    quote: "A written field has exactly one space after its colon, and every line ends with LF alone.",
    level: "must",
    row: "W1",
  },
  "sse.write.data-lines": {
    source: "mcp-sse",
    quote: "Each line of data becomes a data field; CR, LF and CRLF each end a line.",
    level: "must",
    row: "W2",
  },
  "sse.write.refuse-line-break": {
    source: "mcp-sse",
    quote: "A line break in event or id is refused before the first byte is written.",
    level: "must",
    row: "W3",
  },
  "sse.write.refuse-nul": {
    source: "mcp-sse",
    quote: "U+0000 in id is refused before the first byte is written.",
    level: "must",
    row: "W3",
  },
  "sse.write.refuse-retry": {
    source: "mcp-sse",
    quote: "A retry that is not a whole number of milliseconds is refused before the first byte is written.",
    level: "must",
    row: "W3",
  },
  "sse.write.comment": {
    source: "HTML#authoring-notes",
    quote: "authors can include a comment line (one starting with a ':' character) every 15 seconds or so",
    level: "may",
    row: "W5",
  },
  "sse.write.retry": {
    source: "mcp-sse",
    quote: "A reconnection time can be written.",
    level: "must",
    row: "W5",
  },
  "sse.utf8": {
    source: "HTML#event-stream-interpretation",
    quote: "Streams must be decoded using the UTF-8 decode algorithm.",
    level: "must",
  },
  "sse.bom.once": {
    source: "HTML#event-stream-interpretation",
    quote: "The UTF-8 decode algorithm strips one leading UTF-8 Byte Order Mark (BOM), if any.",
    level: "must",
    row: "S2",
  },
  "sse.line.endings": {
    source: "mcp-sse",
    quote: "CR, LF and CRLF each end a line, mixed freely, and nothing else does.",
    level: "must",
    row: "S1",
  },
  "sse.line.any-cut": {
    source: "mcp-sse",
    quote: "The events of a stream do not depend on how its bytes are cut into chunks.",
    level: "must",
    row: "S1",
  },
  "sse.line.lone-cr": {
    source: "mcp-sse",
    quote: "A lone CR ends its line at once: an event is dispatched at the earliest byte that completes it.",
    level: "must",
    row: "S1",
  },
  "sse.field.no-colon": {
    source: "HTML#event-stream-interpretation",
    quote: "using the whole line as the field name, and the empty string as the field value",
    level: "must",
    row: "S3",
  },
  "sse.strict": {
    source: "mcp-sse",
    quote: "With the option strict, a line without a colon is an error that ends the scan.",
    level: "must",
    row: "S3",
  },
  "sse.field.one-space": {
    source: "HTML#event-stream-interpretation",
    quote: "If value starts with a U+0020 SPACE character, remove it from value.",
    level: "must",
    row: "S4",
  },
  "sse.data.join": {
    source: "HTML#event-stream-interpretation",
    quote:
      "Append the field value to the data buffer, then append a single U+000A LINE FEED (LF) character to the data buffer.",
    level: "must",
    row: "S5",
  },
  "sse.data.join-across": {
    source: "mcp-sse",
    quote: "Data lines of one event are joined, also when a comment or another field stands between them.",
    level: "must",
    row: "S6",
  },
  "sse.field.unknown": {
    source: "HTML#event-stream-interpretation",
    quote: "Otherwise: The field is ignored.",
    level: "must",
    row: "S7",
  },
  "sse.comment.ignored": {
    source: "HTML#event-stream-interpretation",
    quote: "If the line starts with a U+003A COLON character (:): Ignore the line.",
    level: "must",
    row: "S7",
  },
  "sse.comment.observed": {
    source: "mcp-sse",
    quote: "Comments can be observed.",
    level: "must",
    row: "S7",
  },
  "sse.retry.digits": {
    source: "HTML#event-stream-interpretation",
    quote:
      "If the field value consists of only ASCII digits, then interpret the field value as an integer in base ten",
    level: "must",
    row: "S8",
  },
  "sse.id.null": {
    source: "HTML#event-stream-interpretation",
    quote:
      "If the field value does not contain U+0000 NULL, then set the last event ID buffer to the field value. Otherwise, ignore the field.",
    level: "must",
    row: "S9",
  },
  "sse.id.persists": {
    source: "HTML#event-stream-interpretation",
    quote: "The buffer does not get reset",
    level: "must",
    row: "S9",
  },
  "sse.dispatch.no-data": {
    source: "HTML#event-stream-interpretation",
    quote:
      "If the data buffer is an empty string, set the data buffer and the event type buffer to the empty string and return.",
    level: "must",
    row: "S10",
  },
  "sse.dispatch.no-data-sets-id": {
    source: "mcp-sse",
    quote: "A block without data dispatches nothing, but its id becomes the last event ID.",
    level: "must",
    row: "S10",
  },
  "sse.dispatch.empty-data": {
    source: "mcp-sse",
    quote: "An event whose only data line is empty is dispatched with empty data.",
    level: "must",
    row: "S11",
  },
  "sse.end.discard": {
    source: "HTML#event-stream-interpretation",
    quote: "Once the end of the file is reached, any pending data must be discarded.",
    level: "must",
    row: "S12",
  },
  "sse.end.dispatch-incomplete": {
    source: "mcp-sse",
    quote: "With the option dispatchIncomplete, an event without its blank line is dispatched at the end.",
    level: "must",
    row: "S12",
  },
  "sse.limit.event": {
    source: "mcp-sse",
    quote: "The lines of a pending event are bounded by maxEventBytes (16 MiB); exactly the limit passes.",
    level: "must",
    row: "S13",
  },
  "sse.limit.every-line": {
    source: "mcp-sse",
    quote:
      "A line that never ends is refused at the limit, whatever its field: nothing waits for a line end.",
    level: "must",
    row: "S13",
  },
  "sse.scan.cancel": {
    source: "mcp-sse",
    quote: "Breaking out of a scan stops reading and cancels the source.",
    level: "must",
    row: "S14",
  },
  "sse.scan.terminal": {
    source: "mcp-sse",
    quote: "After an error every push throws that error.",
    level: "must",
    row: "S15",
  },
  "sse.event.unnamed": {
    source: "mcp-sse",
    quote: "The event field is absent when no event field came, or an empty one.",
    level: "must",
    row: "S16",
  },
  "sse.media-type": {
    source: "mcp-sse",
    quote: "A content type is an event stream by its essence alone, whatever its parameters.",
    level: "must",
  },
} as const;
