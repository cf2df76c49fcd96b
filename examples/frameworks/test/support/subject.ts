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
  /** Through `handler.fetch`: the platform decides what shares a packet. */
  readonly overFetch?: true;
  /** Behind nginx, which keeps X-Accel-Buffering to itself. */
  readonly behindNginx?: true;
  /** That a client left is told when something is written to it: a comment after 15 s of silence, if nothing else is. */
  readonly noticesAtWrite?: true;
}
