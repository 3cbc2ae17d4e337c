import type { IncomingMessage, ServerResponse } from 'node:http';
import { isShownFor, readShownFor } from '#modules/identity/index.ts';
import {
  answerCall,
  CALL_BASE,
  type CallAnswer,
  type Portal,
  Refusal,
  type Visit,
} from '#modules/platform/index.ts';
import { shownForHeader } from '../intents.ts';
import { readBody } from './body.ts';
import { commonHeaders } from './headers.ts';
import type { AdmittedRequest, Reception } from './reception.ts';

const noSearch = new URLSearchParams();

/**
 * Answers /hub/api before Remix: the same handler as in the resource route, but without creating a Request and a
 * Response.
 */
export function serveCalls(portal: Portal, reception: Reception) {
  const fixed = [
    ...commonHeaders(portal.config).flat(),
    'Content-Type',
    'application/json; charset=utf-8',
    'Cache-Control',
    'no-store',
  ];

  function send(response: ServerResponse, visit: Visit | null, answer: CallAnswer, cookies: string[]): void {
    const headers = [...fixed, 'Content-Length', String(Buffer.byteLength(answer.body))];
    if (visit) headers.push('X-Request-Id', visit.requestId);
    for (const line of cookies) headers.push('Set-Cookie', line);
    if (answer.retryAfter !== undefined) headers.push('Retry-After', String(answer.retryAfter));
    // The rest of a body that is too large is not read.
    if (answer.status === 413) headers.push('Connection', 'close');
    response.writeHead(answer.status, headers);
    response.end(answer.body);
  }

  /** Only a few calls can be used on any host. */
  function admittedAnyway(path: string, request: IncomingMessage): AdmittedRequest | null {
    const call = portal.calls.find(request.method ?? '', path);
    return call?.onAnyHost ? reception.admitUnknownHost(request) : null;
  }

  return async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const admission = reception.admit(request);
    const called = path.slice(CALL_BASE.length);
    const known = admission instanceof Promise ? await admission : admission;
    const admitted = known ?? admittedAnyway(called, request);
    if (!admitted) return send(response, null, refused('not-found', 421), []);
    const cookies: string[] = [];
    const visit = reception.visit(request, admitted, (line) => cookies.push(line));
    if (!(await isShownForCaller(portal, visit, request.headers[shownForHeader.toLowerCase()]))) {
      return send(response, visit, refused('page-of-another', 409), cookies);
    }
    const url = request.url ?? '';
    const query = url.indexOf('?');
    const answer = await answerCall(portal, visit, {
      method: request.method ?? '',
      path: called,
      search: query < 0 ? noSearch : new URLSearchParams(url.slice(query + 1)),
      contentType: request.headers['content-type'],
      readBody: async (limit) => (await readBody(request, limit)).toString('utf8'),
    });
    send(response, visit, answer, cookies);
  };
}

/**
 * Whether a call comes from a page that was shown for its caller (D112), or does not say so.
 * @param mark the header of the page's script
 */
async function isShownForCaller(
  { keys }: Portal,
  visit: Visit,
  mark: string | string[] | undefined,
): Promise<boolean> {
  if (mark === undefined) return true;
  // If the database does not answer, the call itself says so.
  const caller = await visit.caller().catch(() => null);
  const shownFor = readShownFor(keys, String(mark));
  return caller === null || (shownFor !== null && isShownFor(shownFor, caller));
}

function refused(code: 'not-found' | 'page-of-another', status: number): CallAnswer {
  const { text } = new Refusal(code);
  return { status, body: JSON.stringify({ success: false, error_code: code, error_message: text }) };
}
