import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { duplexPair } from 'node:stream';
import { z } from 'zod';
import type { WebhookNetwork } from '#modules/enterprise/index.ts';
import {
  type Database,
  getSetting,
  type Portal,
  setSetting,
  setting,
  verifySvixHook,
} from '#modules/platform/index.ts';

/**
 * The system of a company, for development: a receiver of webhooks that exists in this process alone, at
 * https://receiver.sandbox.test. It takes what is signed with a secret that it knows. The path tells it how to answer:
 * /fail refuses everything, /hang never answers, and any other path takes the event.
 */

export const receiverHost = 'receiver.sandbox.test';

const knownSecrets = setting({
  key: 'sandbox.webhook-secrets',
  schema: z.array(z.string()),
  initial: [],
});

/** Tells the receiver the secret of an endpoint, as the company's engineers would. */
export async function knowSecret({ db, clock }: Pick<Portal, 'db' | 'clock'>, secret: string): Promise<void> {
  await setSetting(db, knownSecrets, [...(await getSetting(db, knownSecrets)), secret], clock.now());
}

/** A network that also reaches the receiver. */
export function withSandboxReceiver(
  { db, clock, log }: Pick<Portal, 'db' | 'clock' | 'log'>,
  network: WebhookNetwork,
): WebhookNetwork {
  const server = createServer((request, response) => {
    receive(db, clock.now(), request, response).catch((error: unknown) => {
      log.error({ err: error }, 'the webhook receiver failed');
      response.destroy();
    });
  });
  return {
    ...network,
    resolve: async (host) =>
      host === receiverHost ? [{ address: '127.0.0.1', family: 4 }] : network.resolve(host),
    connect(to) {
      if (to.host !== receiverHost) return network.connect(to);
      const [sender, receiver] = duplexPair();
      server.emit('connection', receiver);
      return sender;
    },
  };
}

async function receive(
  db: Database,
  now: Date,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  if (request.url === '/hang') return;
  if (request.url === '/fail') return void response.writeHead(500).end('Out of order');
  const header = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
    .map((name) => String(request.headers[name] ?? ''))
    .join(' ');
  const secrets = await getSetting(db, knownSecrets);
  const known = verifySvixHook({ secrets, header, body: Buffer.concat(parts), now });
  if (known === null) response.writeHead(401).end('Unknown signature');
  else response.end('Taken');
}
