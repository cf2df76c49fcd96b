// The headers that say what a body is: Accept, Content-Type, Content-Encoding.
//
// Spec: RFC 9110 §12.5.1 Accept, §8.3 Content-Type, §8.4 Content-Encoding.

const EVENT_STREAM_RANGES = ["text/event-stream", "text/*", "*/*"];

/**
 * Whether an Accept header lets `text/event-stream` through.
 *
 * Lenient: none means everything. "the most specific reference has precedence", and a weight of 0 means
 * "not acceptable".
 */
export function acceptsEventStream(accept: string | undefined): boolean {
  if (accept === undefined || accept === "text/event-stream" || accept === "*/*") return true;
  if (trim(accept) === "") return true;
  let precedence: number = EVENT_STREAM_RANGES.length;
  let acceptable = false;
  for (const range of splitOutsideQuotes(accept, ",")) {
    const [type = "", ...parameters] = splitOutsideQuotes(range, ";");
    const rank = EVENT_STREAM_RANGES.indexOf(trim(type).toLowerCase());
    if (rank === -1 || rank > precedence) continue;
    const weight = !parameters.some(isZeroWeight);
    acceptable = rank === precedence ? acceptable || weight : weight;
    precedence = rank;
  }
  return acceptable;
}

/** Whether a Content-Type is `application/json`, with any parameters, charset utf-8 or none. */
export function isJson(contentType: string | undefined): boolean {
  if (contentType === undefined) return false;
  if (contentType === "application/json") return true;
  const [type = "", ...parameters] = splitOutsideQuotes(contentType, ";");
  if (trim(type).toLowerCase() !== "application/json") return false;
  return parameters.every((parameter) => {
    const [name = "", value = ""] = parameter.split("=", 2);
    if (trim(name).toLowerCase() !== "charset") return true;
    return /^(?:utf-8|"utf-8")$/i.test(trim(value));
  });
}

/** Whether a body is coded as it is: no Content-Encoding, or `identity`. */
export function isIdentity(contentEncoding: string | undefined): boolean {
  return contentEncoding === undefined || /^[ \t]*(identity)?[ \t]*$/i.test(contentEncoding);
}

function isZeroWeight(parameter: string): boolean {
  return /^[ \t]*q[ \t]*=[ \t]*0(\.0{0,3})?[ \t]*$/i.test(parameter);
}

// "OWS = *( SP / HTAB )" (RFC 9110 §5.6.3): other characters that look like space are part of the value.
function trim(value: string): string {
  return value.replace(/^[ \t]+|[ \t]+$/g, "");
}

function splitOutsideQuotes(value: string, separator: "," | ";"): string[] {
  if (!value.includes('"')) return value.split(separator);
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at < value.length; at++) {
    const char = value[at];
    if (quoted && char === "\\") at++;
    else if (char === '"') quoted = !quoted;
    else if (!quoted && char === separator) {
      parts.push(value.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(value.slice(start));
  return parts;
}
