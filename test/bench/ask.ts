import { Agent, type IncomingMessage, request } from 'node:http';

const agent = new Agent({ keepAlive: true });

/** One request to a server of this machine under a host of its own, which fetch does not allow. */
export function ask(port: number, path: string, headers: Record<string, string>): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    request({ host: '127.0.0.1', port, path, headers, agent }, done).on('error', fail).end();
  });
}
