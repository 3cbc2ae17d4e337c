import { type ReactNode, useContext } from 'react';
import { Button } from '../button.tsx';
import { FieldError } from './field.tsx';
import { FormContext, useField, valueAt } from './state.ts';

interface RepeatProps {
  /** A list in the schema. */
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  /** On the buttons: 'Add an address'. */
  add: string;
  /** Words of a row, for those who do not see which: 'Address 2'. */
  row: (at: number) => string;
  /** Rows at least and at most. */
  min?: number;
  max?: number;
  /** The row's fields; `prefix` begins their names: `addresses[0].`. */
  children: (prefix: string, at: number) => ReactNode;
}

/**
 * Rows of one kind. Adding and taking away are buttons of the form that the server answers (conform's list intents),
 * so that they work without script; what was typed in the other rows stays.
 */
export function Repeat({ name, label, hint, add, row, min = 0, max = 20, children }: RepeatProps) {
  const form = useContext(FormContext);
  const field = useField(name);
  const found = valueAt(form?.values, name);
  const length = Math.max(min, Array.isArray(found) ? found.length : 0);
  const intent = (type: 'insert' | 'remove', index?: number) =>
    JSON.stringify({ type, payload: index === undefined ? { name } : { name, index } });
  return (
    <fieldset className="choices stack" id={field.id} tabIndex={-1}>
      <legend className="label">{label}</legend>
      {hint ? <p className="hint">{hint}</p> : null}
      {Array.from({ length }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the version renews every row when rows move
        <section key={`${form?.version}-${at}`} className="repeat" aria-label={row(at)}>
          {children(`${name}[${at}].`, at)}
          {length > min ? (
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
          ) : null}
        </section>
      ))}
      <FieldError id={field.errorId} text={field.error} />
      {length < max ? (
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
