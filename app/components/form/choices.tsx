import type { InputHTMLAttributes, ReactNode } from 'react';
import { FieldError } from './field.tsx';
import { describedBy, useField } from './state.ts';

type BoxProps = {
  name: string;
  label: ReactNode;
  /** A smaller line under the label. */
  note?: ReactNode;
  /** What is sent when it is on; 'on' by default, which conform reads as true. */
  value?: string;
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name' | 'type' | 'className' | 'value'>;

/** `YES`, `true` and `on` fill a box; a list of one name is compared by value. */
function isOn(values: string[], value: string): boolean {
  return values.some((held) => held === value || (value === 'on' && (held === 'true' || held === 'YES')));
}

export function Checkbox({ name, label, note, value = 'on', ...input }: BoxProps) {
  const field = useField(name);
  const id = value === 'on' ? field.id : `${field.id}-${value}`;
  return (
    <div className="stack stack-4">
      <label className="check">
        <input
          defaultChecked={isOn(field.values, value)}
          {...input}
          type="checkbox"
          id={id}
          name={name}
          value={value}
          aria-invalid={field.error ? true : undefined}
          aria-describedby={describedBy(field.error ? field.errorId : null)}
        />
        <span>{label}</span>
        {note ? <small>{note}</small> : null}
      </label>
      <FieldError id={field.errorId} text={field.error} />
    </div>
  );
}

/** On or off, taking effect with the form (or at once, where the page saves by itself). */
export function Switch({ name, label, note, value = 'on', ...input }: BoxProps) {
  const field = useField(name);
  return (
    <label className="switch">
      <span>{label}</span>
      <input
        defaultChecked={isOn(field.values, value)}
        {...input}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its own state
        role="switch"
        id={field.id}
        name={name}
        value={value}
      />
      {note ? <small>{note}</small> : null}
    </label>
  );
}

interface ChoiceGroupProps {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  /** Leaves the legend to those who do not see it, where the page's heading already asks. */
  quietLabel?: boolean;
  children: ReactNode;
}

/** Radios of one question: legend, hint, the choices, the error. */
export function ChoiceGroup({ name, label, hint, quietLabel, children }: ChoiceGroupProps) {
  const field = useField(name);
  return (
    <fieldset
      className="choices"
      id={field.id}
      tabIndex={-1}
      aria-describedby={describedBy(hint ? field.hintId : null, field.error ? field.errorId : null)}
    >
      <legend className={quietLabel ? 'sr' : 'label'}>{label}</legend>
      {hint ? (
        <p className="hint" id={field.hintId}>
          {hint}
        </p>
      ) : null}
      {children}
      <FieldError id={field.errorId} text={field.error} />
    </fieldset>
  );
}

type RadioProps = {
  name: string;
  value: string;
  label: ReactNode;
  note?: ReactNode;
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name' | 'type' | 'className' | 'value'>;

export function RadioChoice({ name, value, label, note, ...input }: RadioProps) {
  const field = useField(name);
  return (
    <label className="check">
      <input
        defaultChecked={field.value === value}
        {...input}
        type="radio"
        name={name}
        value={value}
        aria-invalid={field.error ? true : undefined}
      />
      <span>{label}</span>
      {note ? <small>{note}</small> : null}
    </label>
  );
}

/** A radio drawn as a card: a bold answer, what it means, a price at its right. */
export function ChoiceCard({ name, value, label, note, price, ...input }: RadioProps & { price?: string }) {
  const field = useField(name);
  return (
    <label className="choice check">
      <input
        defaultChecked={field.value === value}
        {...input}
        type="radio"
        name={name}
        value={value}
        aria-invalid={field.error ? true : undefined}
      />
      <b>{label}</b>
      {price ? <span className="price">{price}</span> : null}
      {note ? <span>{note}</span> : null}
    </label>
  );
}
