import { useLocation, useMatches, useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { SECOND } from '#modules/platform/browser.ts';

interface PollingRefreshProps {
  seconds: number;
  /**
   * Asked in the background; the page is read anew when its answer changes. The page's own data by default: give an
   * address of its own where that holds something new each time (a signed link).
   */
  probe?: string;
}

/**
 * Keeps a waiting page true. Both ways carry the mark of polling, so that waiting never extends a session (D10); a
 * hidden tab does not ask.
 */
export function PollingRefresh({ seconds, probe }: PollingRefreshProps) {
  const { pathname, search } = useLocation();
  const leaf = useMatches().at(-1)?.id ?? 'root';
  const revalidator = useRevalidator();
  const revalidate = useRef(revalidator.revalidate);
  revalidate.current = revalidator.revalidate;

  useEffect(() => {
    const query = new URLSearchParams(search);
    query.set('_routes', leaf);
    const address = probe ?? `${pathname}.data?${query}`;
    // What the page shows may be older than the first answer, so that one counts as a change.
    let last: string | null = null;
    const timer = setInterval(async () => {
      if (document.hidden) return;
      try {
        const answer = await fetch(address, { headers: { 'X-Polling': '1' } });
        if (answer.status >= 500) return;
        const text = await answer.text();
        if (last !== text) revalidate.current();
        last = text;
      } catch {
        // Offline for a moment: the next turn asks again.
      }
    }, seconds * SECOND);
    return () => clearInterval(timer);
  }, [pathname, search, leaf, probe, seconds]);

  const query = new URLSearchParams(search);
  query.set('polling', '1');
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`${seconds};url=${pathname}?${query}`} />
    </noscript>
  );
}
