import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { exitCodes, SECOND, StartError } from '#modules/platform/starting.ts';
import { hasBody } from './guard.ts';
import { lingerWhileSending } from './linger.ts';

/**
 * The listening port. It is opened before anything else at the start, so that a port in use fails the start at once.
 */
export interface Listener {
  readonly server: Server;
  readonly port: number;
  /** Sends all requests to `handler` from now on. Before that, they get 503 with Retry-After. */
  serve(handler: RequestListener): void;
  /**
   * Accepts no new connections, waits for current requests, and closes them after `deadline` milliseconds.
   * @param lull milliseconds that a connection may stay open without a request. A proxy may send one at the moment at
   * which it is closed, so this should be longer than what lies between two requests.
   */
  drain(deadline: number, lull?: number): Promise<void>;
}

const starting: RequestListener = (_request, response) => {
  response.writeHead(503, { 'Content-Type': 'text/plain', 'Retry-After': '1', Connection: 'close' });
  response.end('Starting\n');
};

export interface ListenerOptions {
  host: string;
  /** 0 for any free port. */
  port: number;
  /** The configuration variable to name if the port cannot be opened. */
  variable?: string;
}

/** @throws StartError if the port is in use or not permitted */
export async function openListener({ host, port, variable = 'PORT' }: ListenerOptions): Promise<Listener> {
  let handler = starting;
  const server = createServer(
    { keepAliveTimeout: 65 * SECOND, headersTimeout: 15 * SECOND, requestTimeout: 120 * SECOND },
    (request, response) => {
      if (hasBody(request.headers)) lingerWhileSending(request);
      handler(request, response);
    },
  );
  await new Promise<void>((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => fail(asStartError(error, port, variable)));
    server.listen({ host, port }, done);
  });
  return {
    server,
    port: (server.address() as AddressInfo).port,
    serve(next) {
      handler = next;
    },
    async drain(deadline, lull = 0) {
      // The method of HTTP servers would close the connections that have no request at once.
      const closed = new Promise<void>((done) => NetServer.prototype.close.call(server, () => done()));
      const lulled = performance.now() + lull;
      const sweep = setInterval(() => {
        if (performance.now() >= lulled) server.closeIdleConnections();
      }, 50);
      const cut = setTimeout(() => server.closeAllConnections(), deadline);
      await closed;
      clearInterval(sweep);
      clearTimeout(cut);
    },
  };
}

function asStartError(error: NodeJS.ErrnoException, port: number, variable: string): Error {
  if (error.code === 'EADDRINUSE') {
    return new StartError(`Port ${port} is taken: stop what uses it, or set ${variable}.`, exitCodes.inUse);
  }
  if (error.code === 'EACCES') {
    return new StartError(
      `Port ${port} needs more rights than this user has: set ${variable}.`,
      exitCodes.unavailable,
    );
  }
  return new StartError(
    `The web server cannot listen on port ${port}: ${error.message}`,
    exitCodes.unavailable,
  );
}
