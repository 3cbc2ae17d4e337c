import { useRef } from 'react';
import { type Intent, intentField } from '../intents.ts';
import { ShownFor } from './form/shown-for.tsx';
import { useInPlace } from './in-place.ts';
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
 * A switch in a row of a grid that takes effect immediately. With script the new state is shown before the server has
 * answered.
 */
export function RowToggle({ row, intent, on, label }: RowToggleProps) {
  const { action, send, key } = useInPlace(row);
  const form = useRef<HTMLFormElement>(null);
  const [wanted, want] = useOneAtATime(key, (value: 'YES' | 'NO') => {
    const sending = new FormData(form.current ?? undefined);
    sending.set('value', value);
    send(sending);
  });
  const shown = wanted === null ? on : wanted === 'YES';
  return (
    <form
      ref={form}
      method="post"
      action={action}
      onSubmit={(event) => {
        event.preventDefault();
        want(shown ? 'NO' : 'YES');
      }}
    >
      <ShownFor />
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
