// The little of Bun, Deno and Workers that the recipes name.

declare namespace Bun {
  interface Server {
    readonly port: number;
    stop(closeActiveConnections?: boolean): Promise<void>;
  }
  function serve(options: {
    hostname: string;
    port: number;
    idleTimeout?: number;
    fetch(request: Request): Promise<Response>;
  }): Server;
}

declare namespace Deno {
  interface HttpServer {
    readonly addr: { readonly port: number };
    shutdown(): Promise<void>;
  }
  function serve(
    options: { hostname: string; port: number },
    handler: (request: Request) => Promise<Response>,
  ): HttpServer;
}

interface DurableObjectNamespace {
  idFromName(name: string): object;
  get(id: object): { fetch(request: Request): Promise<Response> };
}

declare module "cloudflare:workers" {
  export class DurableObject {
    fetch(request: Request): Promise<Response>;
  }
}
