import { SECOND } from '#modules/platform/browser.ts';

/** In milliseconds: how long a page waits for an answer. A request with a file has no limit. */
const PATIENCE = 30 * SECOND;

/** Why there is no answer of the portal: the device is offline, or the portal or something before it is out of order. */
export type Lost = 'offline' | 'silent';

const withoutBody = [204, 205, 304];

/**
 * Sends a request and waits for the whole answer, so that a connection that breaks in the middle is noticed here.
 * @param isOwn whether it is an answer of the portal that says something. A proxy whose portal is not there, or a portal
 * that starts, answers with a page or a JSON of its own.
 * @throws the reason of `init.signal`, if it was aborted
 */
export async function requestWhole(
  send: typeof fetch,
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  isOwn: (response: Response, text: string) => boolean,
): Promise<Response | Lost> {
  const limit = new AbortController();
  const stop = () => limit.abort(init?.signal?.reason);
  if (init?.signal?.aborted) stop();
  init?.signal?.addEventListener('abort', stop);
  const timer = hasFile(init?.body) ? undefined : setTimeout(() => limit.abort(), PATIENCE);
  try {
    const response = await send(input, { ...init, signal: limit.signal });
    const text = await response.text();
    if (!isOwn(response, text)) return 'silent';
    const { status, statusText, headers } = response;
    return new Response(withoutBody.includes(status) ? null : text, { status, statusText, headers });
  } catch (error) {
    if (init?.signal?.aborted) throw error;
    return navigator.onLine ? 'silent' : 'offline';
  } finally {
    clearTimeout(timer);
    init?.signal?.removeEventListener('abort', stop);
  }
}

const hasFile = (body: RequestInit['body']) =>
  body instanceof FormData && [...body.values()].some((value) => value instanceof File);

export const isJson = (response: Response) =>
  response.status < 500 && (response.headers.get('Content-Type')?.startsWith('application/json') ?? false);

/** An event of the window: the session may have ended, or may be another's (app/routes/identity/session-watch.tsx). */
export const sessionDoubted = 'session-doubted';

/**
 * For a request of the page's own script. If there is no good answer, the page looks at its session at once.
 * @returns the JSON of a good answer; null if there is none, for whatever reason
 */
export async function requestJson<T>(address: string, init?: RequestInit): Promise<T | null> {
  const answer = await requestWhole(fetch, address, init, isJson).catch(() => null);
  if (answer instanceof Response && answer.ok) return answer.json().catch(() => null);
  if (!init?.signal?.aborted) window.dispatchEvent(new Event(sessionDoubted));
  return null;
}
