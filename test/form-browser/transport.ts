/** Sends one request and reads the whole answer. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface Sent {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: Buffer | null;
}

export interface Received {
  status: number;
  statusText: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

// Idle connections are closed long before the server closes them after 65 seconds: a request that is sent at that moment
// fails, and a browser would send it again.
const agent = new Agent({ keepAlive: true, maxSockets: 8, timeout: 30_000 });

/** @throws Error if the server cannot be reached */
export function send({ method, url, headers, body }: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent,
        // Like browsers, and unlike Node.js, for all hosts of the portal.
        host: isLocal(url) ? '127.0.0.1' : url.hostname,
        port: url.port || 80,
        path: url.pathname + url.search,
        method,
        headers: { Host: url.host, ...headers, ...(body ? { 'Content-Length': String(body.length) } : {}) },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            statusText: answer.statusMessage ?? '',
            headers: answer.headers,
            body: Buffer.concat(parts),
          }),
        );
      },
    );
    outgoing.on('error', (error) =>
      reject(new Error(`${method} ${url.href}: ${error.message}`, { cause: error })),
    );
    if (url.protocol !== 'http:') outgoing.destroy(new Error(`${url.protocol} is not spoken here`));
    outgoing.end(body ?? undefined);
  });
}

function isLocal({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost');
}
