import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Pool } from 'pg';
import Stripe from 'stripe';
import { type Answer, findEndpoint, type PageAddresses } from './endpoints.ts';
import { expandAll } from './expansion.ts';
import { type FaultKind, type Faults, faultKinds } from './faults.ts';
import { parseForm } from './form.ts';
import { answerOnce } from './idempotency.ts';
import { randomToken } from './objects.ts';
import { answerPage } from './pages/answer-page.ts';
import { Problem } from './problem.ts';
import { Store } from './store.ts';
import type { Webhooks } from './webhooks.ts';

export interface ServerParts {
  pool: Pool;
  now: () => Date;
  secretKey: string;
  /** The sandbox's origin as seen by the browser. */
  origin: () => string;
  faults: Faults;
  webhooks: Webhooks;
  onError: (error: unknown) => void;
}

const LARGEST_BODY = 1_000_000;

/** The HTTP server of the sandbox: Stripe's API under /v1, its pages, and the requests for faults under /_sandbox. */
export function createSandboxServer(parts: ServerParts): Server {
  return createServer((request, response) => {
    serve(parts, request, response).catch((error: unknown) => {
      parts.onError(error);
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, apiError(), {});
    });
  });
}

async function serve(parts: ServerParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://sandbox');
  const body = await readBody(request);
  if (url.pathname.startsWith('/v1/')) return serveApi(parts, request, response, url, body);
  if (url.pathname === '/_sandbox/faults') return serveFaults(parts, request, response, body);
  const answer = await inTransaction(parts, { id: '', idempotencyKey: null }, (store) =>
    answerPage(store, request.method ?? 'GET', url, body, parts.origin()),
  );
  parts.webhooks.poke();
  response.writeHead(answer.status, answer.headers).end(answer.body);
}

async function serveApi(
  parts: ServerParts,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  body: string,
): Promise<void> {
  const method = request.method ?? 'GET';
  const key = method === 'POST' ? (header(request, 'idempotency-key') ?? null) : null;
  const headers: Record<string, string> = {
    'Request-Id': `req_${randomToken(14)}`,
    'Stripe-Version': header(request, 'stripe-version') ?? Stripe.API_VERSION,
    ...(key ? { 'Idempotency-Key': key } : {}),
  };
  const fault = parts.faults.take(`${method} ${url.pathname}`);
  if (fault === 'hang') return;
  if (fault === 'reset') return void request.socket.destroy();
  if (fault === 'rate-limit') return sendJson(response, 429, rateLimit(), headers);
  try {
    authorize(request, fault === 'unauthorized' ? null : parts.secretKey);
    const encoded = method === 'POST' ? body : url.search.slice(1);
    const caller = { id: headers['Request-Id'] ?? '', idempotencyKey: key };
    const answer = await inTransaction(parts, caller, (store) =>
      runEndpoint(store, { method, path: url.pathname, encoded, key, fault }, pagesAt(parts.origin())),
    );
    parts.webhooks.poke();
    if (fault === 'lost-answer') return void request.socket.destroy();
    const replayed: Record<string, string> = answer.replayed ? { 'Idempotent-Replayed': 'true' } : {};
    // Tells Stripe's SDK not to retry, because it would get the same answer.
    const advice: Record<string, string> =
      key && answer.status === 500 ? { 'Stripe-Should-Retry': 'false' } : {};
    sendJson(response, answer.status, answer.body, { ...headers, ...replayed, ...advice });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    sendJson(response, error.status, { error: error.fields }, headers);
  }
}

interface Asked {
  method: string;
  path: string;
  /** Parameters. */
  encoded: string;
  /** Idempotency key. */
  key: string | null;
  fault: FaultKind | undefined;
}

async function runEndpoint(
  store: Store,
  { method, path, encoded, key, fault }: Asked,
  pages: PageAddresses,
): Promise<Answer & { replayed?: boolean }> {
  const failed: Answer = { status: 500, body: apiError() };
  const found = findEndpoint(method, path);
  if (!found) {
    throw new Problem(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    });
  }
  const work = async (): Promise<Answer> => {
    if (fault === 'error-500') return failed;
    const answer = await found.endpoint.run(store, parseForm(encoded), found.id, pages);
    if (fault === 'error-500-done') return failed;
    if (!answer.expand || answer.status !== 200) return answer;
    return { status: answer.status, body: await expandAll(store, answer.body, answer.expand) };
  };
  return key ? answerOnce(store, { key, method, path, body: encoded }, work) : work();
}

function pagesAt(origin: string): PageAddresses {
  return {
    checkout: (id) => `${origin}/c/pay/${id}`,
    challenge: (id) => `${origin}/challenge/${id}`,
  };
}

async function inTransaction<T>(
  parts: ServerParts,
  request: { id: string; idempotencyKey: string | null },
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const client = await parts.pool.connect();
  try {
    await client.query('begin');
    const result = await work(new Store(client, parts.now(), request));
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/**
 * Bearer or Basic authentication with the secret key.
 * @param secretKey null if no key is accepted
 */
function authorize(request: IncomingMessage, secretKey: string | null): void {
  const [scheme = '', credentials = ''] = (header(request, 'authorization') ?? '').split(' ');
  const given =
    scheme === 'Basic' ? (Buffer.from(credentials, 'base64').toString().split(':')[0] ?? '') : credentials;
  if (given === secretKey) return;
  throw new Problem(401, {
    type: 'invalid_request_error',
    message: given
      ? `Invalid API Key provided: ${given.slice(0, 8)}****`
      : 'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.',
  });
}

/** `POST {kind, on, times}` with the secret key adds a fault; `DELETE` removes all. */
async function serveFaults(
  parts: ServerParts,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): Promise<void> {
  try {
    authorize(request, parts.secretKey);
  } catch {
    return sendJson(response, 401, {}, {});
  }
  if (request.method === 'DELETE') parts.faults.clear();
  else {
    const asked = JSON.parse(body) as { kind: (typeof faultKinds)[number]; on?: string; times?: number };
    if (!faultKinds.includes(asked.kind)) return sendJson(response, 400, { kinds: faultKinds }, {});
    parts.faults.plan(asked);
  }
  sendJson(response, 200, {}, {});
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > LARGEST_BODY) throw new Error('body too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string>,
): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers });
  response.end(JSON.stringify(body));
}

const apiError = () => ({ error: { type: 'api_error', message: 'An unknown error occurred' } });
const rateLimit = () => ({
  error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Request rate limit exceeded.' },
});
