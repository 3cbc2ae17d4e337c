import { useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useRef } from 'react';

/** True while the page reloads its data by itself. */
let quiet = false;

/**
 * Marks the requests of a quiet revalidation as polling. Remix sends them itself without a way to add headers, so
 * `fetch` is replaced.
 */
export function markQuietRequests(): void {
  const send = window.fetch.bind(window);
  window.fetch = (input, init) => {
    if (!(quiet && isOwnData(input) && (init?.method ?? 'GET') === 'GET')) return send(input, init);
    const headers = new Headers(init?.headers);
    headers.set('X-Polling', '1');
    return send(input, { ...init, headers });
  };
}

/**
 * Whether the request is for the data of the page that is shown. If the person navigates elsewhere at the same time,
 * that request is not marked.
 */
function isOwnData(input: RequestInfo | URL): boolean {
  const { pathname } = window.location;
  const own = pathname === '/' ? '/_root.data' : `${pathname.replace(/\/$/, '')}.data`;
  return input instanceof URL && input.pathname === own;
}

/** Reloads the page's data without an action by the person, so that the session is not extended (D10). */
export function useQuietRevalidation(): () => void {
  const { revalidate, state } = useRevalidator();
  const latest = useRef(revalidate);
  latest.current = revalidate;
  useEffect(() => {
    if (state === 'idle') quiet = false;
  }, [state]);
  return useCallback(() => {
    quiet = true;
    latest.current();
  }, []);
}
