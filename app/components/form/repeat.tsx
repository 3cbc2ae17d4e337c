import { type ReactNode, useContext } from 'react';
import {
  type Bound,
  type BoundFields,
  bind,
  type Fields,
  type RowsField,
} from '#modules/platform/fields/field.ts';
import { Button } from '../button.tsx';
import { FieldError } from './field.tsx';
import { FormContext, useField, valueAt } from './state.ts';

interface RepeatProps<F extends Fields> {
  field: Bound<RowsField<F>>;
  hint?: ReactNode;
  /** The label of the button that adds a row, such as 'Add an address'. */
  add: string;
  /** Accessible name of a row, such as 'Address 2'. */
  row: (at: number) => string;
  children: (row: BoundFields<F>, at: number) => ReactNode;
}

/**
 * A list of rows. Adding and removing rows are submit buttons that the server handles (conform's list intents), so that
 * they work without script and keep what was typed in the other rows.
 */
export function Repeat<F extends Fields>({ field: bound, hint, add, row, children }: RepeatProps<F>) {
  const { name, field: list } = bound;
  const form = useContext(FormContext);
  const field = useField(name);
  const found = valueAt(form?.values, name);
  const length = Array.isArray(found) ? found.length : 0;
  const intent = (type: 'insert' | 'remove', index?: number) =>
    JSON.stringify({ type, payload: index === undefined ? { name } : { name, index } });
  return (
    <fieldset className="choices stack" id={field.id} tabIndex={-1}>
      <legend className="label">{list.label}</legend>
      {hint ? <p className="hint">{hint}</p> : null}
      {Array.from({ length }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the version renews every row when rows move
        <section key={`${form?.version}-${at}`} className="repeat" aria-label={row(at)}>
          {children(bind(list.of, `${name}[${at}].`), at)}
          <div>
            <Button
              type="submit"
              size="small"
              kind="quiet"
              icon="trash"
              name="__intent__"
              value={intent('remove', at)}
              formNoValidate
              aria-label={`Remove ${row(at)}`}
            >
              Remove
            </Button>
          </div>
        </section>
      ))}
      <FieldError id={field.errorId} error={field.error} corrected={field.corrected} />
      {length < list.max ? (
        <div>
          <Button
            type="submit"
            size="small"
            icon="plus"
            name="__intent__"
            value={intent('insert')}
            formNoValidate
          >
            {add}
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}
