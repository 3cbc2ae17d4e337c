import { shownForField, shownForHeader } from '../intents.ts';

/** True while the page reloads its data by itself. */
let quiet = false;

/**
 * Marks the requests of a quiet revalidation as polling, and says in each call, and in each other request that may
 * change something, whom the page was shown for. Remix sends them itself without a way to add headers, so `fetch` is replaced.
 */
export function markRequests(): void {
  const send = window.fetch.bind(window);
  window.fetch = (input, init) => {
    const reads = (init?.method ?? 'GET').toUpperCase() === 'GET';
    const mark = reads && !isCall(input) ? null : shownFor();
    if (!mark && !(reads && quiet && isOwnData(input))) return send(input, init);
    const headers = new Headers(init?.headers);
    if (mark) headers.set(shownForHeader, mark);
    else headers.set('X-Polling', '1');
    return send(input, { ...init, headers });
  };
}

/** A call that only reads may answer something private, such as a saved signature. */
function isCall(input: RequestInfo | URL): boolean {
  const { pathname, origin } = new URL(input instanceof Request ? input.url : input, window.location.href);
  return origin === window.location.origin && pathname.startsWith('/hub/api/');
}

/** The mark of whom the page was shown for (app/root.tsx). */
export function shownFor(): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name=${shownForField}]`)?.content ?? null;
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
export function revalidateQuietly(): void {
  quiet = true;
  const router = window.__remixRouter;
  const stop = router.subscribe(({ revalidation }) => {
    if (revalidation !== 'idle') return;
    quiet = false;
    stop();
  });
  router.revalidate();
}
