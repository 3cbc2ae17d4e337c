import type { FormEvent } from 'react';

interface Groups {
  sizes: readonly number[];
  mark: string;
}

/** Groups digits while they are typed, except during edits in the middle. */
export function groupDigits(event: FormEvent<HTMLInputElement>, { sizes, mark }: Groups): void {
  const input = event.currentTarget;
  const native = event.nativeEvent as InputEvent;
  const atEnd = input.selectionEnd === input.value.length;
  if (!atEnd || native.inputType?.startsWith('delete')) return;
  const digits = input.value.replace(/\D/g, '');
  const parts: string[] = [];
  let from = 0;
  for (const size of sizes) {
    if (from >= digits.length) break;
    parts.push(digits.slice(from, from + size));
    from += size;
  }
  if (digits.length <= sizes.reduce((sum, size) => sum + size, 0)) input.value = parts.join(mark);
}
