import { useLocation, useMatches } from '@remix-run/react';
import { useEffect } from 'react';
import { SECOND } from '#modules/platform/browser.ts';
import { revalidateQuietly } from './quiet-revalidation.ts';

interface PollingRefreshProps {
  seconds: number;
  /** The first poll comes soon, because the result is often there at once. The time between polls then increases. */
  soon?: boolean;
  /**
   * The address that is polled in the background; the page reloads its data if the answer changes. By default it is the
   * address of the page's own data. Pass another one if that data changes with each request (a signed link).
   */
  probe?: string;
}

/** In seconds: the time between polls of a page that polls early, by script or by a meta refresh. */
const FIRST = 1;
const FIRST_LOAD = 2;

/**
 * Keeps a waiting page up to date, by script or by a meta refresh. Both are marked as polling, so that waiting never
 * extends a session (D10). A hidden tab does not poll.
 */
export function PollingRefresh({ seconds, soon = false, probe }: PollingRefreshProps) {
  const { pathname, search } = useLocation();
  const leaf = useMatches().at(-1)?.id ?? 'root';

  useEffect(() => {
    const query = new URLSearchParams(search);
    query.set('_routes', leaf);
    const address = probe ?? `${pathname}.data?${query}`;
    // The page may be older than the first answer, so the first answer counts as a change.
    let last: string | null = null;
    const look = async () => {
      if (document.hidden) return;
      try {
        const answer = await fetch(address, { headers: { 'X-Polling': '1' } });
        if (answer.status >= 500) return;
        const text = await answer.text();
        if (last !== text) revalidateQuietly();
        last = text;
      } catch {
        // The network is temporarily unavailable; the next poll tries again.
      }
    };
    let timer: number;
    const wait = (pause: number) => {
      timer = window.setTimeout(() => {
        void look();
        wait(Math.min(2 * pause, seconds));
      }, pause * SECOND);
    };
    wait(soon ? FIRST : seconds);
    return () => clearTimeout(timer);
  }, [pathname, search, leaf, probe, seconds, soon]);

  const query = new URLSearchParams(search);
  const pause = soon && !query.has('polling') ? FIRST_LOAD : seconds;
  query.set('polling', '1');
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`${pause};url=${pathname}?${query}`} />
    </noscript>
  );
}
