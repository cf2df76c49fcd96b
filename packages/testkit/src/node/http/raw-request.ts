/** The parts of a request; each is sent as it stands, right or wrong. */
export interface RawRequest {
  /** GET when absent. */
  readonly method?: string | undefined;
  /** The request target, exactly as it is to stand in the first line. */
  readonly target: string;
  /** In order; a name may come twice. `Host` and the length of a body are added unless they are here. */
  readonly headers?: readonly (readonly [name: string, value: string])[] | undefined;
  readonly body?: string | Uint8Array | undefined;
  /** Sends the body in chunks of this many bytes, without declaring its length. */
  readonly chunkSize?: number | undefined;
  /** `1.1` when absent. */
  readonly version?: "1.0" | "1.1" | undefined;
}

/** The bytes of a request. */
export function encodeRequest(request: RawRequest, host: string): Buffer {
  const { method = "GET", target, headers = [], body, chunkSize, version = "1.1" } = request;
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const has = (name: string): boolean => headers.some(([known]) => known.toLowerCase() === name);

  let head = `${method} ${target} HTTP/${version}\r\n`;
  if (version === "1.1" && !has("host")) head += `Host: ${host}\r\n`;
  for (const [name, value] of headers) head += `${name}: ${value}\r\n`;
  if (bytes !== undefined && chunkSize !== undefined) head += "Transfer-Encoding: chunked\r\n";
  else if (bytes !== undefined && !has("content-length")) head += `Content-Length: ${bytes.length}\r\n`;

  const pieces: Buffer[] = [Buffer.from(`${head}\r\n`, "latin1")];
  if (bytes !== undefined && chunkSize !== undefined) pieces.push(...chunked(bytes, chunkSize));
  else if (bytes !== undefined) pieces.push(Buffer.from(bytes));
  return Buffer.concat(pieces);
}

function* chunked(bytes: Uint8Array, chunkSize: number): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += chunkSize) {
    const chunk = bytes.subarray(start, start + chunkSize);
    yield Buffer.from(`${chunk.length.toString(16)}\r\n`, "latin1");
    yield Buffer.from(chunk);
    yield Buffer.from("\r\n");
  }
  yield Buffer.from("0\r\n\r\n");
}
