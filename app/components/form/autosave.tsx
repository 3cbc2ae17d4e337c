import { Icon } from '../icon.tsx';

export type AutoSaveState = 'idle' | 'saving' | 'saved' | 'failed';

interface AutoSaveStatusProps {
  state: AutoSaveState;
  /** Time as text, such as '9:58 AM'. */
  at?: string;
}

/** Shows and announces Saving, then Saved. Without script there is a Save button beside it. */
export function AutoSaveStatus({ state, at }: AutoSaveStatusProps) {
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
          Saved{at ? ` at ${at}` : null}
        </>
      ) : null}
      {state === 'failed' ? (
        <>
          <Icon name="stop" className="saved-not" />
          Not saved. Please try again.
        </>
      ) : null}
    </span>
  );
}
