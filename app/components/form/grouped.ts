import type { FormEvent } from 'react';
import type { Groups, typingOf } from '#modules/platform/fields/html.ts';
import { plainly } from '#modules/platform/fields/reading.ts';

type Help = ReturnType<typeof typingOf>;

/**
 * Groups digits during typing, except while the middle of the text is edited. What came at once (pasted, dropped, filled
 * in by the browser) is read as a whole, and left alone if it is no value.
 */
export function groupDigits(event: FormEvent<HTMLInputElement>, help: Help): void {
  const input = event.currentTarget;
  const { inputType, data } = event.nativeEvent as InputEvent;
  const isTyped = inputType?.startsWith('delete') || data?.length === 1;
  if (!isTyped) tidyValue(input, help);
  const atEnd = input.selectionEnd === input.value.length;
  if (!help.groups || !atEnd || inputType?.startsWith('delete')) return;
  if (isTyped) input.value = grouped(input.value, help.groups);
  if (isWhole(input.value, help.groups)) tidyValue(input, help);
}

/** Shows a whole value in the page's form; anything else is left as it was typed. */
export function tidyValue(input: HTMLInputElement, { tidy }: Help): void {
  const shown = tidy?.(input.value) ?? input.value;
  if (shown !== input.value) input.value = shown;
}

const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);

function isWhole(text: string, { sizes }: Groups): boolean {
  return plainly(text).replaceAll(/\D/g, '').length >= sum(sizes);
}

/**
 * @returns the text with its digits in groups; unchanged if it has more digits than the groups, or letters or a plus,
 * which digits in groups would lose
 */
export function grouped(text: string, groups: Groups): string {
  const plain = plainly(text);
  if (/[\p{L}+]/u.test(plain)) return text;
  const { sizes, mark } = groups.yearFirst && /^(?:19|20|21)\d/.test(plain) ? groups.yearFirst : groups;
  const typed = groups.padded ? padGroups(plain, sizes) : plain;
  const digits = typed.replace(/\D/g, '');
  if (digits.length > sum(sizes)) return text;
  const parts: string[] = [];
  let from = 0;
  for (const size of sizes) {
    if (from >= digits.length) break;
    parts.push(digits.slice(from, from + size));
    from += size;
  }
  const ended = groups.padded && /\D$/.test(text) && from === digits.length && parts.length < sizes.length;
  return parts.join(mark) + (ended ? mark : '');
}

/** Adds zeros to the groups that the person has ended, which are all except the last. */
function padGroups(text: string, sizes: readonly number[]): string {
  const typed = text.split(/\D+/);
  return typed
    .map((group, at) => (at < typed.length - 1 && group ? group.padStart(sizes[at] ?? 0, '0') : group))
    .join('');
}
