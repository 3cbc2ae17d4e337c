import { hash } from 'node:crypto';
import { z } from 'zod';
import {
  admit,
  type KeyCall,
  type KeyCaller,
  MINUTE,
  type Portal,
  SECOND,
  type Visit,
} from '#modules/platform/index.ts';
import { KEY_CALLS_A_MINUTE } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import { findKey } from './authenticating.ts';
import { beginOnce } from './once.ts';

/** The version of /api/v1: the date of the last change that a client can notice (D135). */
export const API_VERSION = '2026-11-28';

/** Bytes of the body of a call that does not say otherwise. */
const LARGEST_BODY = 100_000;

/** A request under /api/v1. Nothing else of it is read: no cookie, no origin. */
export interface KeyCallRequest {
  method: string;
  /** Under /api/v1. */
  path: string;
  search: URLSearchParams;
  contentType: string | undefined;
  authorization: string | undefined;
  idempotencyKey: string | undefined;
  ifNoneMatch: string | undefined;
  /** The whole body as text. @throws Refusal too-large if it has more bytes than the limit */
  readBody(limit: number): Promise<string>;
}

export interface KeyCallAnswer {
  status: number;
  /** Empty for an answer without a body. */
  body: string;
  headers: Record<string, string>;
}

/**
 * Answers one call with a key (D134, D135). Errors are problem details (RFC 9457) with the code of the refusal.
 * @param visitOf the visit of this request with a key, or with none
 */
export async function answerKeyCall(
  portal: Portal,
  visitOf: (key: KeyCaller | null) => Visit,
  request: KeyCallRequest,
): Promise<KeyCallAnswer> {
  const headers: Record<string, string> = { 'Api-Version': API_VERSION };
  let visit = visitOf(null);
  try {
    const found = portal.keyCalls.find(request.method, request.path);
    if (!found) throw new Refusal('not-found', { detail: 'no such call' });
    const key = await findKey(portal, request.authorization, visit.address);
    visit = visitOf(key);
    Object.assign(headers, await countCall(portal, key));
    admit(found.call.operation, null, visit);
    const { text, input } = await readInput(request, found);
    const answer = await carryOut(portal, visit, { request, call: found.call, key, text, input, headers });
    if (request.method !== 'GET') return { status: 200, body: answer, headers };
    headers.ETag = `"${hash('sha256', answer, 'base64url').slice(0, 22)}"`;
    if (isKnown(request.ifNoneMatch, headers.ETag)) return { status: 304, body: '', headers };
    return { status: 200, body: answer, headers };
  } catch (error) {
    return problem(portal, visit, error, request, headers);
  }
}

/** A proxy that compresses makes a tag weak, and a client may send several (RFC 9110, 13.1.2). */
const isKnown = (ifNoneMatch = '', tag: string) =>
  ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === tag);

/** @returns the headers that say how many calls are left @throws Refusal throttled */
async function countCall(portal: Portal, { keyId }: KeyCaller): Promise<Record<string, string>> {
  const { allowed, remaining, retryAfter } = await portal.throttles.hit(`enterprise.api-key:${keyId}`, {
    limit: KEY_CALLS_A_MINUTE,
    per: MINUTE,
  });
  const seconds = Math.ceil((allowed ? MINUTE : retryAfter) / SECOND);
  if (!allowed) throw new RateLimited(seconds);
  return rateHeaders(remaining, seconds);
}

/** draft-ietf-httpapi-ratelimit-headers */
const rateHeaders = (remaining: number, seconds: number) => ({
  'RateLimit-Policy': `"key";q=${KEY_CALLS_A_MINUTE};w=${MINUTE / SECOND}`,
  RateLimit: `"key";r=${remaining};t=${seconds}`,
});

class RateLimited extends Refusal {
  readonly seconds: number;

  constructor(seconds: number) {
    super('throttled', { retryAfter: seconds });
    this.seconds = seconds;
  }
}

interface Found {
  call: KeyCall;
  params: Record<string, string>;
}

async function readInput(request: KeyCallRequest, { call, params }: Found) {
  const query = Object.fromEntries(request.search);
  if (request.method === 'GET') return { text: '', input: { ...query, ...params } };
  const text = await request.readBody(call.largestBody ?? LARGEST_BODY);
  if (call.lines !== undefined) {
    requireType(request, /^application\/(?:x-ndjson|jsonl|json-lines)\s*(?:;|$)/i);
    return { text, input: { ...query, ...params, [call.lines]: readLines(text, call.lines) } };
  }
  if (text === '') return { text, input: params };
  requireType(request, /^application\/json\s*(?:;|$)/i);
  const body = parse(text, 'body');
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Refusal('invalid-input', { issues: { body: ['Send a JSON object'] } });
  }
  return { text, input: { ...body, ...params } };
}

function requireType({ contentType }: KeyCallRequest, type: RegExp): void {
  if (!type.test(contentType ?? '')) throw new Refusal('not-json', { detail: 'content type' });
}

function readLines(text: string, field: string): unknown[] {
  return text
    .split(/\r?\n/)
    .flatMap((line, at) => (line.trim() === '' ? [] : [parse(line, `${field}.${at}`)]));
}

function parse(text: string, field: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('invalid-input', { issues: { [field]: ['This is not JSON'] } });
  }
}

interface Carried {
  request: KeyCallRequest;
  call: KeyCall;
  key: KeyCaller;
  text: string;
  input: object;
  headers: Record<string, string>;
}

/** @returns the body of the answer */
async function carryOut(
  portal: Portal,
  visit: Visit,
  { request, call: { operation }, key, text, input, headers }: Carried,
): Promise<string> {
  const encode = (output: unknown) => JSON.stringify(z.encode(operation.output, output));
  const { idempotencyKey } = request;
  if (request.method === 'GET' || idempotencyKey === undefined) {
    return encode(await portal.perform(operation, input, visit));
  }
  const once = await beginOnce(portal, {
    companyId: key.companyId,
    idempotencyKey,
    request: `${request.method} ${request.path}?${request.search}\n${text}`,
  });
  if ('answer' in once) {
    headers['Idempotent-Replayed'] = 'true';
    return once.answer;
  }
  try {
    return encode(
      await portal.perform(operation, input, visit, (db, output) => once.keep(db, encode(output))),
    );
  } catch (error) {
    await once.forget();
    throw error;
  }
}

function problem(
  portal: Portal,
  visit: Visit,
  error: unknown,
  request: KeyCallRequest,
  headers: Record<string, string>,
): KeyCallAnswer {
  const found = portal.keyCalls.find(request.method, request.path);
  // The path itself may hold a ShieldID.
  const {
    errorCode: code,
    status,
    text,
    options,
  } = portal.asRefusal(error, visit, `v1 ${found?.call.route ?? 'unknown path'}`);
  if (error instanceof RateLimited) Object.assign(headers, rateHeaders(0, error.seconds));
  if (options.retryAfter !== undefined) headers['Retry-After'] = String(options.retryAfter);
  if (status === 401) headers['WWW-Authenticate'] = 'Bearer';
  const body = {
    type: 'about:blank',
    title: text,
    status,
    code,
    request_id: visit.requestId,
    ...(options.issues ? { issues: options.issues } : {}),
  };
  return { status, body: JSON.stringify(body), headers };
}
