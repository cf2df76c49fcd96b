// What the suite runs against: a recipe behind a listening server, in this process or in another.

/** A recipe that is served. */
export interface Served {
  /** Where clients GET. */
  readonly url: URL;
  close(): Promise<void>;
}

/** A way to serve a recipe. */
export interface Subject {
  /** The subject of the test titles, as `Express 5 under a mount`. */
  readonly name: string;
  serve(): Promise<Served>;
  /** HTTP/2 with prior knowledge; HTTP/1.1 when absent. */
  readonly http2?: true;
  /** The framework writes the head before it looks at the body, so the endpoint event is not in its packet. */
  readonly headAlone?: true;
}
