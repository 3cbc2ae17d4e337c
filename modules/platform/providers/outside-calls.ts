import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import type { Config } from '../config.ts';

/*
 * Requests to outside services, seen where Node.js sends them, so that no adapter has to count: those of fetch (undici)
 * and those of node:http, with which the clients of Stripe and S3 work.
 */

/** What undici tells about a request. */
interface FetchRequest {
  origin?: string | URL;
}

/** The service that an origin belongs to; companies' webhooks go anywhere. */
function serviceFinder({ storage, payments, cra, idVerification }: Config): (host: string) => string {
  const hostOf = (url: string | null) => (url === null ? '' : (URL.parse(url)?.host ?? ''));
  const named = new Map([
    [hostOf(payments.serviceUrl), 'stripe'],
    ['api.stripe.com', 'stripe'],
    [cra.kind === 'https' ? hostOf(cra.url) : '', 'cra'],
    [idVerification.kind === 'onfido' ? hostOf(idVerification.url) : '', 'onfido'],
    ['api.resend.com', 'resend'],
    ['api.twilio.com', 'twilio'],
    ['places.googleapis.com', 'google'],
    [storage.kind === 's3' ? hostOf(storage.endpoint) : '', 's3'],
  ]);
  named.delete('');
  return (host) => named.get(host) ?? (host.endsWith('.amazonaws.com') ? 's3' : 'other');
}

/**
 * Ends the watch of one request.
 * @param result its class of status, such as 2xx, or error
 */
export type OutsideCallEnd = (service: string, result: string) => void;

/**
 * @param begin is called as each request begins, where it was asked for
 * @returns a function that ends it
 */
export function watchOutsideCalls(config: Config, begin: () => OutsideCallEnd): () => void {
  const serviceOf = serviceFinder(config);
  const begun = new WeakMap<object, OutsideCallEnd>();
  const end = (request: object, host: string, result: string) => {
    // Each request counts once, also if it fails after its answer has begun.
    const finish = begun.get(request);
    if (begun.delete(request)) finish?.(serviceOf(host), result);
  };
  const start = (message: unknown) => begun.set((message as { request: object }).request, begin());
  const fetched = (message: unknown, result: string) => {
    const { request } = message as { request: FetchRequest };
    end(request, URL.parse(String(request.origin))?.host ?? '', result);
  };
  const sent = (message: unknown, result: string) => {
    const { request } = message as { request: ClientRequest };
    end(request, String(request.getHeader('host') ?? request.host), result);
  };
  const resultOf = (status: number | undefined) => `${String(status ?? 0).slice(0, 1)}xx`;
  const channels: Record<string, (message: unknown) => void> = {
    'undici:request:create': start,
    'undici:request:headers': (message) =>
      fetched(message, resultOf((message as { response: { statusCode: number } }).response.statusCode)),
    'undici:request:error': (message) => fetched(message, 'error'),
    'http.client.request.start': start,
    'http.client.response.finish': (message) =>
      sent(message, resultOf((message as { response: { statusCode?: number } }).response.statusCode)),
    'http.client.request.error': (message) => sent(message, 'error'),
  };
  for (const [name, see] of Object.entries(channels)) subscribe(name, see);
  return () => {
    for (const [name, see] of Object.entries(channels)) unsubscribe(name, see);
  };
}
