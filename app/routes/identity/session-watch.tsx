import { useEffect, useRef, useState } from 'react';
import { identityTimings, sessionWarning } from '#modules/identity/limits.ts';
import { SECOND } from '#modules/platform/browser.ts';
import { isJson, sessionDoubted } from '../../components/connection/request.ts';
import { typedForms } from '../../components/form/typed-forms.ts';
import { revalidateQuietly, shownFor } from '../../components/quiet-revalidation.ts';
import { keepOnlyField, shownForHeader } from '../../intents.ts';
import type { SessionChange } from '../../session-change.ts';
import { SessionChanged } from '../shell/session-changed.tsx';
import { SessionEnding } from './session-ending.tsx';

const turnsToRefresh = identityTimings['session.refresh'] / identityTimings['session.poll'];

/** What every session check answers. */
interface Checked {
  session_ends_in: number;
}

type Change = Omit<SessionChange, 'kind' | 'brand'>;

/**
 * Checks every 30 seconds, and when something was not saved, whether the session still exists, and whether it still is the one that the page was shown for
 * (D112). Every 5 minutes it also checks the session's data and reloads the page if it has changed. Two minutes before
 * the end it asks whether to stay. After the end it sends what was typed to be kept, and goes to /logout, then /login
 * (doc1 §6). The requests are marked as polling, so they never extend the session (D10). A hidden tab waits until it
 * becomes visible.
 * @param secondStep false on pages that come before the second step
 */
export function SessionWatch({ secondStep = true }: { secondStep?: boolean }) {
  const [change, setChange] = useState<Change | null>(null);
  const [ending, setEnding] = useState<'idle' | 'final' | null>(null);
  const look = useRef<(stays: boolean) => void>(() => undefined);

  useEffect(() => {
    let known: string | null = null;
    let turns = 0;
    let warning: ReturnType<typeof setTimeout> | undefined;

    async function ask(stays: boolean): Promise<void> {
      if (document.hidden) return;
      turns += 1;
      const refresh = turns % turnsToRefresh === 0;
      const asked = new URLSearchParams();
      if (secondStep) asked.set('checktwofactor', 'true');
      if (refresh) asked.set('refreshdata', 'true');
      const mark = shownFor();
      const answer = await fetch(`/hub/api/verifysession?${asked}`, {
        headers: { ...(stays ? {} : { 'X-Polling': '1' }), ...(mark ? { [shownForHeader]: mark } : {}) },
      });
      // A proxy may answer with a page of its own.
      if (!isJson(answer)) return;
      if (answer.status === 401 || answer.status === 403) return leave();
      if (answer.status === 409 && mark) return setChange(await changeOf(mark));
      if (!answer.ok) return;
      const { session_ends_in: left, ...data } = (await answer.json()) as Checked;
      const early = left * SECOND - sessionWarning;
      // If staying changes nothing, the session has its greatest age.
      setEnding((before) => (early > 0 ? null : stays ? 'final' : (before ?? 'idle')));
      clearTimeout(warning);
      if (early > 0) warning = setTimeout(() => setEnding('idle'), early);
      if (!(refresh || known === null)) return;
      const text = JSON.stringify(data);
      if (known !== null && known !== text) revalidateQuietly();
      known = text;
    }

    // The network is temporarily unavailable; the next check tries again.
    look.current = (stays) => void ask(stays).catch(() => undefined);
    const turn = () => look.current(false);
    const timer = setInterval(turn, identityTimings['session.poll']);
    document.addEventListener('visibilitychange', turn);
    window.addEventListener(sessionDoubted, turn);
    return () => {
      clearInterval(timer);
      clearTimeout(warning);
      document.removeEventListener('visibilitychange', turn);
      window.removeEventListener(sessionDoubted, turn);
    };
  }, [secondStep]);

  if (change) return <SessionChanged change={change} />;
  if (!ending) return null;
  return (
    <SessionEnding
      isFinal={ending === 'final'}
      onStay={() => look.current(true)}
      onLeave={() => void leave()}
    />
  );
}

/** Sends what was typed to the forms' own pages, which keep it, and goes to the log-in page. */
async function leave(): Promise<void> {
  const sent = typedForms().map(({ action, values }) => {
    values.set(keepOnlyField, 'YES');
    // Not with `keepalive`, which limits the body to 64 kB. The page is left only after the answers.
    return fetch(action, { method: 'POST', body: values, redirect: 'manual' });
  });
  const answers = await Promise.allSettled(sent);
  // Without a connection nothing is kept, so the page stays. The next check tries again.
  if (answers.length > 0 && answers.every(({ status }) => status === 'rejected')) return;
  const { pathname, search } = window.location;
  // A step of the sign-in has the page that it leads to in its query.
  const next = new URLSearchParams(search).get('next') ?? pathname + search;
  window.location.assign(`/logout?next=${encodeURIComponent(next)}`);
}

async function changeOf(mark: string): Promise<Change | null> {
  const answer = await fetch(`/shown-for?${new URLSearchParams({ mark })}`, {
    headers: { 'X-Polling': '1' },
  });
  if (!answer.ok || answer.redirected) return null;
  const { same, shown, now } = (await answer.json()) as Pick<Change, 'shown' | 'now'> & { same: boolean };
  if (same) return null;
  const { pathname, search } = window.location;
  return { shown, now, typed: typedForms().flatMap(({ texts }) => texts), page: pathname + search };
}
