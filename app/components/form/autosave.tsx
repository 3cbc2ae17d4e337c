import { formatDate } from '#modules/platform/browser.ts';
import { Icon } from '../icon.tsx';

export type AutoSaveState = 'idle' | 'saving' | 'saved' | 'failed';

interface AutoSaveStatusProps {
  state: AutoSaveState;
  /** When it was saved, such as 'at 9:58 AM'. */
  when?: string | null;
  /** Saves again after it failed. */
  onAgain?: () => void;
}

/** 'at 9:58 AM' for an instant of today, otherwise 'on 11/19/2026'. */
export function whenSaved(saved: string | Date, now: string | Date, timeZone: string): string {
  const day = formatDate(saved, timeZone);
  if (day !== formatDate(now, timeZone)) return `on ${day}`;
  const time = new Date(saved).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', timeZone });
  return `at ${time}`;
}

/** Shows and announces 'Saving', then 'Saved'. Without script there is a Save button next to it. */
export function AutoSaveStatus({ state, when, onAgain }: AutoSaveStatusProps) {
  return (
    <span className="saved" role="status">
      {state === 'saving' ? (
        <>
          <span className="spin" aria-hidden="true" />
          Saving
        </>
      ) : null}
      {state === 'saved' ? (
        <>
          <Icon name="ok" />
          Saved{when ? ` ${when}` : null}
        </>
      ) : null}
      {state === 'failed' ? (
        <>
          <Icon name="stop" className="saved-not" />
          <NotSaved onAgain={onAgain} />
        </>
      ) : null}
    </span>
  );
}

/** 'Not saved. Try again', as a button where something can be saved again. */
export function NotSaved({ onAgain }: { onAgain: (() => void) | undefined }) {
  if (!onAgain) return <span>Not saved. Try again.</span>;
  return (
    <span>
      Not saved.{' '}
      <button type="button" className="linkbtn" onClick={onAgain}>
        Try again
      </button>
    </span>
  );
}
