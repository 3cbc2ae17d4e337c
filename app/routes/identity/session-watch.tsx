import { useEffect } from 'react';
import { identityTimings } from '#modules/identity/limits.ts';
import { useQuietRevalidation } from '../../components/quiet-revalidation.ts';

const turnsToRefresh = identityTimings['session.refresh'] / identityTimings['session.poll'];

/**
 * Checks every 30 seconds whether the session still exists. Every 5 minutes it also checks the session's data and
 * reloads the page if it has changed. After the end of the session goes to /logout, then /login (doc1 §6). The requests
 * are marked as polling, so they never extend the session (D10). A hidden tab waits until it becomes visible.
 * @param secondStep false on pages that come before the second step
 */
export function SessionWatch({ secondStep = true }: { secondStep?: boolean }) {
  const revalidate = useQuietRevalidation();

  useEffect(() => {
    let known: string | null = null;
    let turns = 0;

    async function ask(): Promise<void> {
      if (document.hidden) return;
      turns += 1;
      const refresh = turns % turnsToRefresh === 0;
      const asked = new URLSearchParams();
      if (secondStep) asked.set('checktwofactor', 'true');
      if (refresh) asked.set('refreshdata', 'true');
      const answer = await fetch(`/hub/api/verifysession?${asked}`, { headers: { 'X-Polling': '1' } });
      if (answer.status === 401 || answer.status === 403) {
        const { pathname, search } = window.location;
        // A step of the sign-in has the page that it leads to in its query.
        const next = new URLSearchParams(search).get('next') ?? pathname + search;
        window.location.assign(`/logout?next=${encodeURIComponent(next)}`);
        return;
      }
      if (!answer.ok || !(refresh || known === null)) return;
      const data = await answer.text();
      if (known !== null && known !== data) revalidate();
      known = data;
    }

    // The network is temporarily unavailable; the next check tries again.
    const turn = () => void ask().catch(() => undefined);
    const timer = setInterval(turn, identityTimings['session.poll']);
    document.addEventListener('visibilitychange', turn);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', turn);
    };
  }, [secondStep, revalidate]);
  return null;
}
