import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exitCodes, SECOND, StartError } from '#modules/platform/index.ts';

/** The port, held from the first moment of the start on, so that a taken one is known before anything is done. */
export interface Listener {
  readonly server: Server;
  readonly port: number;
  /** From now on `handler` answers; before, everybody is asked to come back in a moment. */
  serve(handler: RequestListener): void;
  /** Takes no more connections, lets the requests in flight finish, and cuts those that take longer than `deadline` ms. */
  drain(deadline: number): Promise<void>;
}

const starting: RequestListener = (_request, response) => {
  response.writeHead(503, { 'Content-Type': 'text/plain', 'Retry-After': '1', Connection: 'close' });
  response.end('Starting\n');
};

export interface ListenerOptions {
  host: string;
  /** 0 for any free one. */
  port: number;
  /** Of the configuration, named when the port cannot be had. */
  variable?: string;
}

/** @throws StartError when the port is taken or may not be used */
export async function openListener({ host, port, variable = 'PORT' }: ListenerOptions): Promise<Listener> {
  let handler = starting;
  const server = createServer(
    { keepAliveTimeout: 65 * SECOND, headersTimeout: 15 * SECOND, requestTimeout: 120 * SECOND },
    (request, response) => handler(request, response),
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
    async drain(deadline) {
      const closed = new Promise<void>((done) => server.close(() => done()));
      // A connection that was busy when the server closed turns idle, not closed.
      const sweep = setInterval(() => server.closeIdleConnections(), 50);
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
