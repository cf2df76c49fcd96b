// A `Request` that is made when somebody looks at more than its method, URL and headers.
//
// SDK v2 reads `extra.request` for every request it handles, and few handlers look inside. On Node 20 a `Request`
// costs several times what decoding a small message does: `node benchmarks/dist/pieces.js`.

/** The head of a request whose body was read already. */
export interface RequestHead {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
}

const HEAD = Symbol("head");
const REAL = Symbol("real");

interface LazyRequest {
  [HEAD]: RequestHead;
  [REAL]?: Request;
}

let prototype: object | undefined;

/**
 * Makes the `Request` of a head, with no body.
 *
 * It is an instance of `Request` and has all of its members. What it cannot be is the first argument of
 * `fetch` or `new Request`: give those its `clone()`.
 */
export function lazyRequest(head: RequestHead): Request {
  prototype ??= prototypeOf(Request.prototype);
  const request: Request & LazyRequest = Object.create(prototype);
  request[HEAD] = head;
  return request;
}

/** A prototype on which every member of `Request` goes to the real one, but the three that the head knows. */
function prototypeOf(real: Request): object {
  const lazy: object = Object.create(real);
  for (const [key, member] of membersOf(real)) {
    const method: unknown = member.value;
    if (member.get !== undefined) {
      define(lazy, key, (request) => Reflect.get(realOf(request), key));
    } else if (typeof method === "function") {
      Object.defineProperty(lazy, key, {
        configurable: true,
        writable: true,
        value(this: LazyRequest, ...args: unknown[]): unknown {
          return Reflect.apply(method, realOf(this), args);
        },
      });
    }
  }
  define(lazy, "method", (request) => request[HEAD].method);
  define(lazy, "url", (request) => request[HEAD].url.href);
  define(lazy, "headers", (request) => request[HEAD].headers);
  return lazy;
}

/** The members of an object and of its prototypes, the farthest first, without those of every object. */
function membersOf(object: object): [PropertyKey, PropertyDescriptor][] {
  const above: unknown = Object.getPrototypeOf(object);
  if (typeof above !== "object" || above === null) return [];
  const own = Object.entries(Object.getOwnPropertyDescriptors(object));
  const symbols = Object.getOwnPropertySymbols(object).map((key): [PropertyKey, PropertyDescriptor] => [
    key,
    Object.getOwnPropertyDescriptor(object, key) ?? {},
  ]);
  return [...membersOf(above), ...own.filter(([key]) => key !== "constructor"), ...symbols];
}

function define(lazy: object, key: PropertyKey, read: (request: LazyRequest) => unknown): void {
  Object.defineProperty(lazy, key, {
    configurable: true,
    enumerable: true,
    get(this: LazyRequest): unknown {
      return read(this);
    },
  });
}

function realOf(lazy: LazyRequest): Request {
  const { method, url, headers } = lazy[HEAD];
  lazy[REAL] ??= new Request(url, { method, headers });
  return lazy[REAL];
}
