import { useState } from 'react';
import type { Bound, Field } from '#modules/platform/fields/field.ts';
import { TextInput, type TextInputProps } from './field.tsx';
import { useField } from './state.ts';

type ColorInputProps = Omit<TextInputProps, 'field' | 'beside' | 'value' | 'onChange'> & {
  field: Bound<Field<'color'>>;
  /** The color that the picker shows while the field is empty. */
  fallback?: string;
};

const sixDigits = /^#[0-9a-f]{6}$/i;

/** A color as #RRGGBB; with script there is a color picker next to it. */
export function ColorInput({ field, fallback = '#FFFFFF', ...rest }: ColorInputProps) {
  const { value, id } = useField(field.name);
  const [typed, setTyped] = useState(value ?? '');
  const shown = sixDigits.test(typed) ? typed : fallback;
  return (
    <TextInput
      {...rest}
      field={field}
      className="color-field"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      beside={
        <input
          type="color"
          className="color-pick with-script"
          aria-label={`Pick: ${field.field.label}`}
          aria-controls={id}
          value={shown.toLowerCase()}
          onChange={(event) => setTyped(event.target.value.toUpperCase())}
        />
      }
    />
  );
}
