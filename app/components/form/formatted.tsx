import type { FormEvent } from 'react';
import { TextInput, type TextInputProps } from './field.tsx';

type FormattedProps = Omit<TextInputProps, 'type' | 'inputMode'>;

/** Writes the digits in groups while they are typed, unless the person edits in the middle. */
function grouped(groups: readonly number[], mark: string) {
  return (event: FormEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const native = event.nativeEvent as InputEvent;
    const atEnd = input.selectionEnd === input.value.length;
    if (!atEnd || native.inputType?.startsWith('delete')) return;
    const digits = input.value.replace(/\D/g, '');
    const parts: string[] = [];
    let from = 0;
    for (const size of groups) {
      if (from >= digits.length) break;
      parts.push(digits.slice(from, from + size));
      from += size;
    }
    if (digits.length <= groups.reduce((sum, size) => sum + size, 0)) input.value = parts.join(mark);
  };
}

const phone = grouped([3, 3, 4], '-');
const ssn = grouped([3, 2, 4], '-');
const date = grouped([2, 2, 4], '/');

/** Ten digits, shown ddd-ddd-dddd, read however they were typed (doc1 §5). */
export function PhoneField(props: FormattedProps) {
  return (
    <TextInput
      autoComplete="tel-national"
      placeholder="000-000-0000"
      {...props}
      type="tel"
      inputMode="tel"
      onInput={(event) => {
        phone(event);
        props.onInput?.(event);
      }}
    />
  );
}

/** A Social Security number; what the server already holds is never sent back. */
export function SsnField(props: FormattedProps) {
  return (
    <TextInput
      placeholder="000-00-0000"
      {...props}
      defaultValue=""
      autoComplete="off"
      maxLength={16}
      type="text"
      inputMode="numeric"
      onInput={(event) => {
        ssn(event);
        props.onInput?.(event);
      }}
    />
  );
}

/** MM/dd/yyyy as text: a birth date is typed faster than picked. */
export function DateField(props: FormattedProps) {
  return (
    <TextInput
      placeholder="MM/DD/YYYY"
      maxLength={16}
      {...props}
      type="text"
      inputMode="numeric"
      onInput={(event) => {
        date(event);
        props.onInput?.(event);
      }}
    />
  );
}
