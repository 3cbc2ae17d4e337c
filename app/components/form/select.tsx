import type { SelectHTMLAttributes } from 'react';
import type { Bound, ChoiceField, Field } from '#modules/platform/fields/field.ts';
import { Frame, type FrameProps, useFieldParts } from './field.tsx';

export type SelectProps = FrameProps & { field: Bound<Field<'state' | 'key'> | ChoiceField> } & Omit<
    SelectHTMLAttributes<HTMLSelectElement>,
    'id' | 'className' | 'name' | 'required' | 'children'
  >;

interface Options {
  /** The labels by value, in the order in which they are shown. */
  options: readonly (readonly [value: string, label: string])[];
  /** The label of the entry for no value. */
  none: string;
}

/** A choice of one value from a list that opens. */
export function Select({ options, none, ...props }: SelectProps & Options) {
  const { frame, control, value, rest } = useFieldParts(props);
  return (
    <Frame {...frame}>
      <select
        defaultValue={value ?? ''}
        {...rest}
        required={props.field.field.required}
        {...control}
        className="select"
      >
        <option value="">{none}</option>
        {options.map(([code, label]) => (
          <option key={code} value={code}>
            {label}
          </option>
        ))}
      </select>
    </Frame>
  );
}
