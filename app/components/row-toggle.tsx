import { useActionData, useFetcher, useFormAction } from '@remix-run/react';
import type { FormEvent } from 'react';
import { formName, type Intent, intentField } from '../intents.ts';
import { answerTo, refusalIn } from './form/state.ts';
import { rowAnchor } from './grid/table.tsx';

interface RowToggleProps {
  /** The row's id. The form sends it as `id`, and `value` as YES or NO. */
  row: string;
  /** Tells the page's action which switch it is. */
  intent: Intent;
  on: boolean;
  /** What it switches, and for whom. */
  label: string;
}

/**
 * A switch in a row of a grid that takes effect at once. With script it is shown before the server has answered, the
 * page stays where it is, and a refusal brings back what was; without, the page comes back to the row.
 */
export function RowToggle({ row, intent, on, label }: RowToggleProps) {
  const form = `${intent}-${row}`;
  const fetcher = useFetcher();
  const action = useFormAction();
  const answered = useActionData();
  const sent = fetcher.formData?.get('value');
  const shown = typeof sent === 'string' ? sent === 'YES' : on;
  const refused = fetcher.state === 'idle' ? refusalIn(fetcher.data ?? answerTo(answered, form)) : null;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sending = new FormData(event.currentTarget);
    sending.set('value', shown ? 'NO' : 'YES');
    sending.set('inplace', 'YES');
    fetcher.submit(sending, { method: 'post' });
  };
  return (
    <form method="post" action={`${action}#${rowAnchor(row)}`} onSubmit={submit} className="row-toggle">
      <input type="hidden" name={formName} value={form} />
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
      {refused ? (
        <span className="small bad" role="alert">
          {refused}
        </span>
      ) : null}
    </form>
  );
}
