/**
 * A small client of the company API, written from the reference at /api alone.
 *
 *   npm install standardwebhooks openapi-typescript
 *   npx openapi-typescript "$BASE/api/openapi.json" --output api.d.ts
 *   export BASE=https://portal.example.com SHIELDHUB_KEY=shk_...
 *   node client.ts connections
 *   node client.ts invite sam@example.com
 *   node client.ts subscribe https://hooks.example.com/shieldhub
 *   SHIELDHUB_SECRET=whsec_... node client.ts listen 8080
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { operations, webhooks } from './api.d.ts';

interface Json<B> {
  content: { 'application/json': B };
}
type Answer<C extends keyof operations> = operations[C] extends { responses: { 200: Json<infer B> } }
  ? B
  : never;
type Query<C extends keyof operations> = operations[C]['parameters']['query'];
type Body<C extends keyof operations> = operations[C] extends { requestBody: Json<infer B> } ? B : never;
type Event = {
  [E in keyof webhooks]: webhooks[E]['post'] extends { requestBody: Json<infer B> } ? B : never;
}[keyof webhooks];

/** The largest body of an event that is read, in bytes. */
const LARGEST = 65_536;

const setting = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`Set ${name}`);
  return value;
};

/** Sends a call, and again when too many were sent. @throws Error with the title of the problem */
async function send<A>(path: string, options: RequestInit = {}): Promise<A> {
  const answer = await fetch(`${setting('BASE')}/api/v1${path}`, {
    ...options,
    headers: { Authorization: `Bearer ${setting('SHIELDHUB_KEY')}`, ...options.headers },
  });
  if (answer.status === 429) {
    const seconds = Number(answer.headers.get('Retry-After') ?? 1);
    await new Promise((done) => setTimeout(done, seconds * 1000));
    return send(path, options);
  }
  const body = await answer.json();
  if (!answer.ok) throw new Error(`${body.title} (${body.code}, request ${body.request_id})`);
  return body as A;
}

function get<C extends keyof operations>(path: string, query: Query<C>): Promise<Answer<C>> {
  return send(`${path}?${new URLSearchParams(query as Record<string, string>)}`);
}

/** @param once the same request with the same value is carried out once, however often it is sent */
function post<C extends keyof operations>(path: string, body: Body<C>, once: string): Promise<Answer<C>> {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': once };
  return send(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Every connection, page by page. */
async function* connections() {
  let page: Answer<'get-v1-connections'> | undefined;
  do {
    const last = page?.data.at(-1)?.id;
    page = await get<'get-v1-connections'>('/connections', last ? { starting_after: last } : {});
    yield* page.data;
  } while (page.has_more);
}

/** The value is made from the day and the address: nobody is invited twice a day, also if this program is. */
function invite(to: string) {
  const day = new Date().toISOString().slice(0, 10);
  const once = createHash('sha256').update(`invite ${day} ${to}`).digest('hex');
  return post<'post-v1-invitations'>('/invitations', { to }, once);
}

function subscribe(address: string) {
  const events: Body<'post-v1-webhooks'>['events'] = ['connection.accepted', 'connection.removed'];
  return post<'post-v1-webhooks'>('/webhooks', { address, events }, crypto.randomUUID());
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) {
    parts.push(part);
    if (parts.reduce((size, { length }) => size + length, 0) > LARGEST) throw new Error('too large');
  }
  return Buffer.concat(parts).toString();
}

/** Receives events. The same one can come twice, so that its id is kept: here in memory, elsewhere in a database. */
function listen(port: number, onEvent: (event: Event) => void) {
  const verifier = new Webhook(setting('SHIELDHUB_SECRET'));
  const seen = new Set<string>();
  const server = createServer(async (request, response) => {
    try {
      const body = await readBody(request);
      const event = verifier.verify(body, request.headers as Record<string, string>) as Event;
      const id = String(request.headers['webhook-id']);
      if (!seen.has(id)) onEvent(event);
      seen.add(id);
      response.writeHead(204).end();
    } catch (error) {
      // Anything else is our fault: the event is sent again.
      response.writeHead(error instanceof WebhookVerificationError ? 401 : 500).end();
    }
  });
  server.listen(port, () => console.log(`Listening on port ${port}`));
}

const [command, argument = ''] = process.argv.slice(2);
if (command === 'connections') {
  for await (const { firstname, lastname, shieldid, status, score } of connections())
    console.log(`${firstname} ${lastname}: ${shieldid ?? 'no ShieldID'}, ${status}, ${score ?? 'no score'}`);
} else if (command === 'invite') {
  const { status, already_invited } = await invite(argument);
  console.log(`${argument}: ${already_invited ? 'invited before' : 'invited'}, ${status}`);
} else if (command === 'subscribe') {
  console.log((await subscribe(argument)).secret);
} else if (command === 'listen') {
  listen(Number(argument), ({ type, data }) => console.log(`${type} ${JSON.stringify(data)}`));
} else {
  console.error('Usage: client.ts connections | invite TO | subscribe ADDRESS | listen PORT');
  process.exitCode = 64;
}
