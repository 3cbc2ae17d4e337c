import type { Bound, Field } from '#modules/platform/fields/field.ts';
import { states } from '#modules/platform/fields/states.ts';
import { Select, type SelectProps } from './select.tsx';

type StateSelectProps = Omit<SelectProps, 'field'> & { field: Bound<Field<'state'>> };

/** The states and territories of the United States. */
export function StateSelect(props: StateSelectProps) {
  return (
    <Select
      autoComplete={props.field.field.autoComplete}
      {...props}
      options={Object.entries(states)}
      none="Choose a state"
    />
  );
}
