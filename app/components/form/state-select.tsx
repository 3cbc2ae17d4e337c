import type { SelectHTMLAttributes } from 'react';
import type { Bound, Field } from '#modules/platform/fields/field.ts';
import { stateOptions } from '#modules/platform/fields/states.ts';
import { Frame, type FrameProps, useFieldParts } from './field.tsx';

type StateSelectProps = FrameProps & { field: Bound<Field<'state'>> } & Omit<
    SelectHTMLAttributes<HTMLSelectElement>,
    'id' | 'className' | 'name' | 'required' | 'children'
  >;

/** The states and territories of the United States. */
export function StateSelect(props: StateSelectProps) {
  const { frame, control, value, rest } = useFieldParts(props);
  const { required, autoComplete } = props.field.field;
  return (
    <Frame {...frame}>
      <select
        defaultValue={value ?? ''}
        autoComplete={autoComplete}
        {...rest}
        required={required}
        {...control}
        className="select"
      >
        <option value="">Choose a state</option>
        {stateOptions.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Frame>
  );
}
