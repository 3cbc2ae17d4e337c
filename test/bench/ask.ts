import { Agent, type IncomingMessage, request } from 'node:http';

const agent = new Agent({ keepAlive: true });

/** Sends a request with a given Host header to a server on this machine. fetch does not allow that. */
export function ask(port: number, path: string, headers: Record<string, string>): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    request({ host: '127.0.0.1', port, path, headers, agent }, done).on('error', fail).end();
  });
}
