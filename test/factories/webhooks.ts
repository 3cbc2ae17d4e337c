import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll } from 'vitest';
import { type WebhookEvent, webhookEvents } from '#modules/enterprise/fields.ts';
import { addWebhook, type WebhookNetwork, webhookNetwork } from '#modules/enterprise/index.ts';
import { SECOND } from '#modules/platform/index.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import type { TestCompany } from './network.ts';

export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface Receiver {
  port: number;
  /** What it got, in order. */
  received: Received[];
  /** How it answers; by default 200 with no body. */
  answer: (response: ServerResponse, got: Received) => void;
}

/** A server on loopback that stands for the receivers of companies. */
export async function newReceiver(): Promise<Receiver> {
  const receiver: Receiver = {
    port: 0,
    received: [],
    answer: (response) => void response.end(),
  };
  const server = createServer((request, response) => {
    void receive(request).then((got) => {
      receiver.received.push(got);
      receiver.answer(response, got);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver.port = (server.address() as AddressInfo).port;
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return receiver;
}

async function receive(request: IncomingMessage): Promise<Received> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  return { path: request.url ?? '', headers, body: Buffer.concat(parts).toString() };
}

export interface Dialed {
  host: string;
  addresses: string[];
}

export interface TestNetwork {
  /** Where each host leads; a host that is not named leads to a public address. */
  hosts: Map<string, string[] | Error>;
  /** Every look-up. */
  resolved: string[];
  /** Every connection, with the addresses that were allowed. */
  dialed: Dialed[];
  network: WebhookNetwork;
}

/** Puts a resolver and a connector into a portal: whatever the address, only the receiver on loopback is dialed. */
export function connectReceiver(
  portal: VisitedPortal,
  { port }: Receiver,
  { timeout = 10 * SECOND, loopback = false } = {},
): TestNetwork {
  const hosts: TestNetwork['hosts'] = new Map();
  const resolved: string[] = [];
  const dialed: Dialed[] = [];
  const network: WebhookNetwork = {
    loopback,
    timeout,
    async resolve(host) {
      resolved.push(host);
      const found = hosts.get(host) ?? ['8.8.4.4'];
      if (found instanceof Error) throw found;
      return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
    connect({ host, addresses }) {
      dialed.push({ host, addresses: addresses.map(({ address }) => address) });
      return connect({ host: '127.0.0.1', port });
    },
  };
  webhookNetwork.provide(portal, network);
  return { hosts, resolved, dialed, network };
}

/** An endpoint that the owner of a company added. @returns its id and secret */
export async function newWebhook(
  { owner }: TestCompany,
  { address = 'https://hooks.example.com/in', events = Object.keys(webhookEvents) as WebhookEvent[] } = {},
): Promise<{ webhookid: string; secret: string }> {
  const { webhookid, secret } = await owner.visitor.perform(addWebhook, {
    address,
    events,
    currentpassword: owner.password,
  });
  return { webhookid, secret };
}

/** The deliveries of a company, newest first. */
export async function deliveriesOf({ db }: VisitedPortal, { companyId }: TestCompany) {
  return db
    .selectFrom('webhook_delivery as d')
    .innerJoin('webhook_endpoint as e', 'e.id', 'd.endpoint_id')
    .selectAll('d')
    .where('e.company_id', '=', companyId)
    .orderBy('d.event_id', 'desc')
    .execute();
}

export const endpointOf = ({ db }: VisitedPortal, { companyId }: TestCompany) =>
  db.selectFrom('webhook_endpoint').selectAll().where('company_id', '=', companyId).executeTakeFirst();
