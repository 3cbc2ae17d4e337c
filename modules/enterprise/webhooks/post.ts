import { type IncomingMessage, type RequestOptions, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { WebhookFailure } from '../fields.ts';
import { webhookAnswerBytes } from '../limits.ts';
import { findTarget, WebhookFault, type WebhookNetwork } from './network.ts';

export interface Answer {
  /** Null if there was none. */
  status: number | null;
  /** Milliseconds until its last byte, or until the try failed. */
  ms: number;
  /** Its beginning. */
  body: string | null;
  /** Null for an answer of 200 to 299. */
  failure: WebhookFailure | null;
}

/**
 * Posts a body once. The host is looked up and checked for each try, redirects are not followed, and the whole try ends
 * after its time, also while an answer trickles in (D136). Never throws.
 * @param stopping ends the try earlier, when the worker stops
 */
export async function post(
  network: WebhookNetwork,
  address: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  stopping?: AbortSignal,
): Promise<Answer> {
  const began = performance.now();
  const timeout = AbortSignal.timeout(network.timeout);
  const signal = stopping ? AbortSignal.any([timeout, stopping]) : timeout;
  const answered = { status: null as number | null, body: null as string | null };
  let failure: WebhookFailure | null;
  try {
    const target = await untilAborted(findTarget(network, address), signal);
    const options: RequestOptions = {
      method: 'POST',
      host: target.host,
      port: target.port,
      path: target.url.pathname + target.url.search,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      signal,
      createConnection: () => network.connect(target),
    };
    const response = await send(target.secure ? requestSecure : requestPlain, options, body);
    answered.status = response.statusCode ?? null;
    answered.body = await readBeginning(response);
    failure = failureOf(answered.status);
  } catch (error) {
    failure = signal.aborted ? 'no-answer' : faultOf(error);
  }
  return { ...answered, ms: Math.round(performance.now() - began), failure };
}

/** A look-up cannot be ended, so its result is left alone. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(new WebhookFault('no-answer'));
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort));
}

function send(request: typeof requestPlain, options: RequestOptions, body: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = request(options, resolve);
  // It stays, because the connection may also break while the answer is read, which the reader notices itself.
  sent.on('error', reject);
  sent.end(body);
  return promise;
}

/** @throws WebhookFault if the answer is larger than what is read of one */
async function readBeginning(response: IncomingMessage): Promise<string> {
  const kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (size < webhookAnswerBytes.kept) kept.push(chunk.subarray(0, webhookAnswerBytes.kept - size));
    size += chunk.length;
    // Leaving the loop destroys the connection.
    if (size > webhookAnswerBytes.read) throw new WebhookFault('too-large');
  }
  // PostgreSQL stores no NUL, and a cut character becomes the replacement character.
  return Buffer.concat(kept).toString('utf8').replaceAll('\0', '\ufffd');
}

function failureOf(status: number | null): WebhookFailure | null {
  if (status === null) return 'bad-answer';
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}

function faultOf(error: unknown): WebhookFailure {
  if (error instanceof WebhookFault) return error.failure;
  const code = String((error as { code?: unknown }).code ?? '');
  if (/CERT|SELF_SIGNED|ISSUER|ALTNAME|SIGNATURE/.test(code)) return 'certificate';
  return /^HPE_/.test(code) ? 'bad-answer' : 'no-connection';
}
