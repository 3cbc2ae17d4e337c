import { z } from 'zod';
import type { AnyOperation, Call, CallDirectory, Portal } from './contract.ts';
import { enter } from './perform.ts';
import { Refusal } from './refusals.ts';
import type { Visit } from './visit.ts';

export function calls(table: readonly Call[]): readonly Call[] {
  return table;
}

/** The calls of all modules, found by method and path. */
export class CallTable implements CallDirectory {
  readonly rows: readonly Call[];
  readonly #byRoute: Map<string, Call>;

  constructor(tables: readonly (readonly Call[])[]) {
    this.rows = tables.flat();
    this.#byRoute = new Map(this.rows.map((call) => [`${call.method} ${call.path}`, call]));
    if (this.#byRoute.size !== this.rows.length) throw new Error('Two calls have the same method and path');
  }

  find(method: string, path: string): Call | undefined {
    return this.#byRoute.get(`${method} ${path}`);
  }
}

export const CALL_BASE = '/hub/api';

/** Bytes of the body of a call that does not say otherwise. */
const LARGEST_BODY = 100_000;

/** A request to a call, read through Express or Remix. */
export interface CallRequest {
  method: string;
  /** Under /hub/api. */
  path: string;
  search: URLSearchParams;
  contentType: string | undefined;
  /** The whole body as text. @throws Refusal too-large if it has more bytes than the limit */
  readBody(limit: number): Promise<string>;
}

export interface CallAnswer {
  status: number;
  body: string;
  /** Seconds. */
  retryAfter?: number;
}

/**
 * Answers one call. The same handler serves /hub/api in front of Remix and in the resource route. It first refuses
 * bodies that are not JSON, and state changes that a page of another site requests (D24, D80).
 */
export async function answerCall(portal: Portal, visit: Visit, request: CallRequest): Promise<CallAnswer> {
  try {
    const call = portal.calls.find(request.method, request.path);
    if (!call) throw new Refusal('not-found');
    if ((request.method !== 'GET' || call.changesState) && !visit.sameOrigin)
      throw new Refusal('foreign-origin');
    if (call.largestBody) await enter(portal, call.operation, {}, visit);
    const input =
      request.method === 'GET'
        ? Object.fromEntries(request.search)
        : await readJson(request, call.largestBody ?? LARGEST_BODY);
    const output = await portal.perform(call.operation, input, visit);
    return { status: 200, body: JSON.stringify({ success: true, ...encode(call.operation, output) }) };
  } catch (error) {
    return failedCall(portal, visit, error, `${request.method} ${request.path}`);
  }
}

async function readJson(request: CallRequest, limit: number): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(request.contentType ?? '')) throw new Refusal('not-json');
  const body = await request.readBody(limit);
  if (body === '') return {};
  try {
    return JSON.parse(body);
  } catch {
    throw new Refusal('invalid-input', { detail: 'body is not JSON' });
  }
}

function encode(operation: AnyOperation, output: unknown): object {
  return z.encode(operation.output, output) as object;
}

function failedCall(portal: Portal, visit: Visit, error: unknown, route: string): CallAnswer {
  const refusal = portal.asRefusal(error, visit, route);
  const { errorCode, status, text, options } = refusal;
  return {
    status,
    body: JSON.stringify({
      success: false,
      error_code: errorCode,
      error_message: status === 500 ? `${text} (${visit.requestId})` : text,
      ...(options.issues ? { issues: options.issues } : {}),
    }),
    ...(options.retryAfter ? { retryAfter: options.retryAfter } : {}),
  };
}
