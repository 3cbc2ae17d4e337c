import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';

export interface Asked {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer;
}

export interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends one request to a port of this machine with exactly these headers. fetch does not allow Host or Origin. */
export function ask(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<Answered> {
  return new Promise((done, fail) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', fail);
      answer.on('end', () =>
        done({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    sent.on('error', fail);
    sent.end(body);
  });
}
