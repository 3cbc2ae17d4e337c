import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerKeyCall } from '#modules/enterprise/index.ts';
import { KEY_CALL_BASE, type Portal } from '#modules/platform/index.ts';
import { readBody } from './body.ts';
import { commonHeaders } from './headers.ts';
import type { Reception } from './reception.ts';

/** Answers /api/v1 (D135). Only the key authenticates a request: cookies and the origin are not read. */
export function serveKeyCalls(portal: Portal, reception: Reception) {
  const fixed = [...commonHeaders(portal.config).flat(), 'Cache-Control', 'no-store'];
  const own = { host: portal.config.baseHost, origin: portal.config.publicUrl };
  return async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const admitted = (await reception.admit(request)) ?? { ...reception.admitUnknownHost(request), ...own };
    const url = request.url ?? '';
    const query = url.indexOf('?');
    const one = (name: string) => {
      const value = request.headers[name];
      return value === undefined ? undefined : String(value);
    };
    const { requestId } = reception.keyVisit(request, admitted, null);
    const { status, body, headers } = await answerKeyCall(
      portal,
      (key) => reception.keyVisit(request, admitted, key, requestId),
      {
        method: request.method ?? '',
        path: path.slice(KEY_CALL_BASE.length),
        search: new URLSearchParams(query < 0 ? '' : url.slice(query + 1)),
        contentType: one('content-type'),
        authorization: one('authorization'),
        idempotencyKey: one('idempotency-key'),
        ifNoneMatch: one('if-none-match'),
        readBody: async (limit) => (await readBody(request, limit)).toString('utf8'),
      },
    );
    const type = status < 400 ? 'application/json; charset=utf-8' : 'application/problem+json; charset=utf-8';
    response.writeHead(status, [
      ...fixed,
      ...Object.entries(headers).flat(),
      'X-Request-Id',
      requestId,
      ...(status === 304 ? [] : ['Content-Type', type, 'Content-Length', String(Buffer.byteLength(body))]),
      // The rest of a body that is too large is not read.
      ...(status === 413 ? ['Connection', 'close'] : []),
    ]);
    response.end(status === 304 ? undefined : body);
  };
}
