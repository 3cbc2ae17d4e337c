import type { FormEvent } from 'react';

export interface Groups {
  sizes: readonly number[];
  mark: string;
  /** A shorter group gets a zero in front when its end is typed: 2/3/1990 is 02/03/1990. */
  padded?: true;
}

/** Groups digits while they are typed, except during edits in the middle. */
export function groupDigits(event: FormEvent<HTMLInputElement>, groups: Groups): void {
  const input = event.currentTarget;
  const native = event.nativeEvent as InputEvent;
  const atEnd = input.selectionEnd === input.value.length;
  if (!atEnd || native.inputType?.startsWith('delete')) return;
  input.value = grouped(input.value, groups);
}

/** @returns the text with its digits in groups; as it is when it has more digits than the groups */
export function grouped(text: string, { sizes, mark, padded }: Groups): string {
  const typed = padded ? padGroups(text, sizes) : text;
  const digits = typed.replace(/\D/g, '');
  if (digits.length > sizes.reduce((sum, size) => sum + size, 0)) return text;
  const parts: string[] = [];
  let from = 0;
  for (const size of sizes) {
    if (from >= digits.length) break;
    parts.push(digits.slice(from, from + size));
    from += size;
  }
  const ended = padded && /\D$/.test(text) && from === digits.length && parts.length < sizes.length;
  return parts.join(mark) + (ended ? mark : '');
}

/** Fills the groups that were ended by hand, all but the last. */
function padGroups(text: string, sizes: readonly number[]): string {
  const typed = text.split(/\D+/);
  return typed
    .map((group, at) => (at < typed.length - 1 && group ? group.padStart(sizes[at] ?? 0, '0') : group))
    .join('');
}
