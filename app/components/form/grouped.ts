import type { FormEvent } from 'react';

export interface Groups {
  sizes: readonly number[];
  mark: string;
  /** If the person ends a group early, a zero is put in front of it: 2/3/1990 becomes 02/03/1990. */
  padded?: true;
}

/** Groups digits during typing, except while the middle of the text is edited. */
export function groupDigits(event: FormEvent<HTMLInputElement>, groups: Groups): void {
  const input = event.currentTarget;
  const native = event.nativeEvent as InputEvent;
  const atEnd = input.selectionEnd === input.value.length;
  if (!atEnd || native.inputType?.startsWith('delete')) return;
  input.value = grouped(input.value, groups);
}

/** @returns the text with its digits in groups; unchanged if it has more digits than the groups */
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

/** Adds zeros to the groups that the person has ended, which are all except the last. */
function padGroups(text: string, sizes: readonly number[]): string {
  const typed = text.split(/\D+/);
  return typed
    .map((group, at) => (at < typed.length - 1 && group ? group.padStart(sizes[at] ?? 0, '0') : group))
    .join('');
}
