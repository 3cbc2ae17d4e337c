import { useFetcher, useFormAction } from '@remix-run/react';
import { useRef } from 'react';
import { type Intent, intentField } from '../intents.ts';
import { rowAnchor } from './grid/table.tsx';
import { useOneAtATime } from './one-at-a-time.ts';

interface RowToggleProps {
  /** The row's id. The form sends it as `id`, and `value` as YES or NO. */
  row: string;
  /** Tells the page's action which switch was used. */
  intent: Intent;
  on: boolean;
  /** What the switch is for, and for whom. */
  label: string;
}

/**
 * A switch in a row of a grid that takes effect immediately. The page's action answers with `backToRow`
 * (app/row.server.ts), which shows a refusal as a message. With script the new state is shown before the server has
 * answered, and the page keeps its scroll position; without script the page is loaded again at the row.
 */
export function RowToggle({ row, intent, on, label }: RowToggleProps) {
  const fetcher = useFetcher();
  const action = useFormAction();
  const form = useRef<HTMLFormElement>(null);
  const [wanted, want] = useOneAtATime(fetcher.state !== 'idle', (value: 'YES' | 'NO') => {
    const sending = new FormData(form.current ?? undefined);
    sending.set('value', value);
    sending.set('inplace', 'YES');
    fetcher.submit(sending, { method: 'post' });
  });
  const shown = wanted === null ? on : wanted === 'YES';
  return (
    <form
      ref={form}
      method="post"
      action={`${action}#${rowAnchor(row)}`}
      onSubmit={(event) => {
        event.preventDefault();
        want(shown ? 'NO' : 'YES');
      }}
    >
      <input type="hidden" name={intentField} value={intent} />
      <input type="hidden" name="id" value={row} />
      <button
        type="submit"
        className="switch-button"
        role="switch"
        aria-checked={shown}
        aria-label={label}
        name="value"
        value={shown ? 'NO' : 'YES'}
      >
        {shown ? 'On' : 'Off'}
      </button>
    </form>
  );
}
