import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { identityTimings } from '#modules/identity/limits.ts';

const turnsToRefresh = identityTimings['session.refresh'] / identityTimings['session.poll'];

const check = '/hub/api/verifysession?checktwofactor=true';

/**
 * Asks every 30 seconds whether the session still stands, and every 5 minutes with its data; the page is read anew when
 * that data changed. A session that has ended leads to /logout, then /login (doc1 §6). The mark of polling keeps all
 * this from extending the session (D10); a hidden tab asks when it is looked at again.
 */
export function SessionWatch() {
  const { revalidate } = useRevalidator();
  const latest = useRef(revalidate);
  latest.current = revalidate;

  useEffect(() => {
    let known: string | null = null;
    let turns = 0;

    async function ask(): Promise<void> {
      if (document.hidden) return;
      turns += 1;
      const refresh = turns % turnsToRefresh === 0;
      const address = refresh ? `${check}&refreshdata=true` : check;
      const answer = await fetch(address, { headers: { 'X-Polling': '1' } });
      if (answer.status === 401 || answer.status === 403) {
        window.location.assign('/logout');
        return;
      }
      if (!answer.ok || !(refresh || known === null)) return;
      const data = await answer.text();
      if (known !== null && known !== data) latest.current();
      known = data;
    }

    // Offline for a moment: the next turn asks again.
    const turn = () => void ask().catch(() => undefined);
    const timer = setInterval(turn, identityTimings['session.poll']);
    document.addEventListener('visibilitychange', turn);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', turn);
    };
  }, []);
  return null;
}
