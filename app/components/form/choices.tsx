import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import type { AnyField, Bound, ChoiceField, Field, ManyField } from '#modules/platform/fields/field.ts';
import { FieldError } from './field.tsx';
import { describedBy, useField } from './state.ts';

type BoxProps = {
  field: Bound<Field<'tick' | 'agreement'>>;
  /** Replaces the label of the field. */
  label?: ReactNode;
  /** A smaller line under the label. */
  note?: ReactNode;
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name' | 'type' | 'className' | 'value' | 'required'>;

/** The value of a checked box; conform reads it as true. */
const on = 'on';

/** Whether a value of a form means that a box is checked: the box's own value, a boolean, or a flag as in calls. */
function isOn(values: string[]): boolean {
  return values.some((held) => held === on || held === 'true' || held === 'YES');
}

/**
 * What a screen reader says about a box: its label as the name, and the smaller lines in it as the description, so that
 * the name stays short. Without smaller lines the element around the box is its label.
 */
function useNaming(lines: Record<string, ReactNode>) {
  const id = useId();
  const shown = Object.keys(lines).filter((name) => lines[name]);
  return {
    labelId: `${id}-label`,
    idOf: (line: string) => `${id}-${line}`,
    labelledBy: (...also: string[]) =>
      shown.length === 0 ? undefined : [`${id}-label`, ...also.map((line) => `${id}-${line}`)].join(' '),
    describedBy: (...also: (string | null)[]) =>
      describedBy(...shown.map((line) => `${id}-${line}`), ...also),
  };
}

export function Checkbox({ field: { name, field: box }, label, note, ...input }: BoxProps) {
  const field = useField(name);
  const naming = useNaming({ note });
  return (
    <div className="stack stack-4">
      <label className="check">
        <input
          defaultChecked={isOn(field.values)}
          {...input}
          required={box.kind === 'agreement'}
          type="checkbox"
          id={field.id}
          name={name}
          value={on}
          aria-invalid={field.error ? true : undefined}
          aria-labelledby={naming.labelledBy()}
          aria-describedby={naming.describedBy(field.error ? field.errorId : null)}
        />
        <span id={naming.labelId}>{label ?? box.label}</span>
        {note ? <small id={naming.idOf('note')}>{note}</small> : null}
      </label>
      <FieldError id={field.errorId} error={field.error} corrected={field.corrected} />
    </div>
  );
}

/** An on/off switch. It takes effect when the form is saved, or immediately if the page saves automatically. */
export function Switch({
  field: { name, field: box },
  label,
  note,
  inputRef,
  ...input
}: BoxProps & { inputRef?: Ref<HTMLInputElement> }) {
  const field = useField(name);
  const naming = useNaming({ note });
  return (
    <label className="switch">
      <span id={naming.labelId}>{label ?? box.label}</span>
      <input
        defaultChecked={isOn(field.values)}
        {...input}
        ref={inputRef}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox already has its state
        role="switch"
        id={field.id}
        name={name}
        value={on}
        aria-labelledby={naming.labelledBy()}
        aria-describedby={naming.describedBy()}
      />
      {note ? <small id={naming.idOf('note')}>{note}</small> : null}
    </label>
  );
}

interface ChoiceGroupProps {
  field: Bound;
  /** Replaces the label of the field. */
  label?: ReactNode;
  hint?: ReactNode;
  /** Hides the legend visually if the page's heading already asks the question. */
  quietLabel?: boolean;
  children: ReactNode;
}

/** Radio buttons of one question, with legend, hint and error. */
export function ChoiceGroup({ field: bound, label, hint, quietLabel, children }: ChoiceGroupProps) {
  const field = useField(bound.name);
  return (
    <fieldset
      className="choices"
      id={field.id}
      tabIndex={-1}
      aria-describedby={describedBy(hint ? field.hintId : null, field.error ? field.errorId : null)}
    >
      <legend className={quietLabel ? 'sr' : 'label'}>{label ?? bound.field.label}</legend>
      {hint ? (
        <p className="hint" id={field.hintId}>
          {hint}
        </p>
      ) : null}
      {children}
      <FieldError id={field.errorId} error={field.error} corrected={field.corrected} />
    </fieldset>
  );
}

type CheckOptionProps = {
  field: Bound<ManyField>;
  value: string;
  label: ReactNode;
  /** A smaller line under the label. */
  note?: ReactNode;
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name' | 'type' | 'className' | 'value'>;

/** One of several values that can be chosen together. */
export function CheckOption({ field: { name }, value, label, note, ...input }: CheckOptionProps) {
  const field = useField(name);
  const naming = useNaming({ note });
  return (
    <label className="check">
      <input
        defaultChecked={field.values.includes(value)}
        {...input}
        type="checkbox"
        name={name}
        value={value}
        aria-invalid={field.error ? true : undefined}
        aria-labelledby={naming.labelledBy()}
        aria-describedby={naming.describedBy()}
      />
      <span id={naming.labelId}>{label}</span>
      {note ? <small id={naming.idOf('note')}>{note}</small> : null}
    </label>
  );
}

/** The values of a choice; any text if the page provides the values. */
type ValueOf<F extends AnyField> = F extends ChoiceField<infer V> ? V : string;

type RadioProps<F extends AnyField> = {
  field: Bound<F>;
  value: ValueOf<F>;
  label: ReactNode;
  note?: ReactNode;
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name' | 'type' | 'className' | 'value'>;

export function RadioChoice<F extends AnyField>({
  field: { name },
  value,
  label,
  note,
  ...input
}: RadioProps<F>) {
  const field = useField(name);
  const naming = useNaming({ note });
  return (
    <label className="check">
      <input
        // A refused form comes back without fields that were left empty.
        defaultChecked={(field.value ?? '') === value}
        {...input}
        type="radio"
        name={name}
        value={value}
        aria-invalid={field.error ? true : undefined}
        aria-labelledby={naming.labelledBy()}
        aria-describedby={naming.describedBy()}
      />
      <span id={naming.labelId}>{label}</span>
      {note ? <small id={naming.idOf('note')}>{note}</small> : null}
    </label>
  );
}

/** A radio button styled as a card: title, explanation, details in smaller type, and a price at the right. */
export function ChoiceCard<F extends AnyField>({
  field: { name },
  value,
  label,
  note,
  detail,
  price,
  ...input
}: RadioProps<F> & { price?: string; detail?: ReactNode }) {
  const field = useField(name);
  const naming = useNaming({ note, detail });
  return (
    <label className="choice check">
      <input
        defaultChecked={field.value === value}
        {...input}
        type="radio"
        name={name}
        value={value}
        aria-invalid={field.error ? true : undefined}
        aria-labelledby={naming.labelledBy(...(price ? ['price'] : []))}
        aria-describedby={naming.describedBy()}
      />
      <b id={naming.labelId}>{label}</b>
      {price ? (
        <span className="price" id={naming.idOf('price')}>
          {price}
        </span>
      ) : null}
      {note ? <span id={naming.idOf('note')}>{note}</span> : null}
      {detail ? <small id={naming.idOf('detail')}>{detail}</small> : null}
    </label>
  );
}
