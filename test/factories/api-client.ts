import { answerKeyCall } from '#modules/enterprise/index.ts';
import { createVisit } from '#modules/platform/index.ts';
import type { VisitedPortal } from '#test/visitor.ts';

interface Sent {
  query?: Record<string, string>;
  /** As JSON, or as it is if it is a text. */
  body?: unknown;
  idempotencyKey?: string;
  ifNoneMatch?: string;
  contentType?: string;
  address?: string;
}

export interface ApiAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the answer of any call, looked into by assertions alone
  body: any;
  headers: Record<string, string>;
}

export type ApiClient = (call: `${'GET' | 'POST'} /${string}`, sent?: Sent) => Promise<ApiAnswer>;

/** A system of a company that calls /api/v1. @param key null sends none */
export function apiClient(portal: VisitedPortal, key: string | null): ApiClient {
  return async (call, { query = {}, body, idempotencyKey, ifNoneMatch, contentType, address } = {}) => {
    const [method = '', path = ''] = call.split(' ');
    const visitOf: Parameters<typeof answerKeyCall>[1] = (held) =>
      createVisit({
        requestId: 'test-request',
        address: address ?? '203.0.113.20',
        agent: 'Client/1.0',
        host: portal.config.baseHost,
        origin: portal.config.publicUrl,
        polling: false,
        sameOrigin: false,
        cookieHeader: undefined,
        setCookie: () => undefined,
        secureCookies: portal.config.cookies.secure,
        readCaller: async () => null,
        key: held,
      });
    const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await answerKeyCall(portal, visitOf, {
      method,
      path,
      search: new URLSearchParams(query),
      contentType: contentType ?? (text === '' ? undefined : 'application/json'),
      authorization: key === null ? undefined : `Bearer ${key}`,
      idempotencyKey,
      ifNoneMatch,
      readBody: async () => text,
    });
    return { ...answer, body: answer.body === '' ? null : JSON.parse(answer.body) };
  };
}
