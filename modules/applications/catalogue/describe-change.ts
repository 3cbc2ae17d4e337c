/** Letters that are shown on either side of what changed. */
const AROUND = 40;
/** Letters of a former or a new passage that are shown at most. */
const SHOWN = 400;

/**
 * What changed in a text: the former and the new passage between the first and the last difference, with some text
 * around them, so that a change in the middle of long terms can be read.
 * @returns such as `…pay within [10] days… -> …pay within [14] days…`; a short text as a whole, without brackets
 */
export function describeChange(then: string, now: string): string {
  const [old, current] = [[...then], [...now]];
  if (Math.max(old.length, current.length) <= 2 * AROUND) return `${then} -> ${now}`;
  const shortest = Math.min(old.length, current.length);
  let start = 0;
  while (start < shortest && old[start] === current[start]) start += 1;
  let end = 0;
  while (end < shortest - start && old.at(-1 - end) === current.at(-1 - end)) end += 1;
  return `${passage(old, start, end)} -> ${passage(current, start, end)}`;
}

/** @param start letters before the change; @param end letters after it */
function passage(text: string[], start: number, end: number): string {
  const before = text.slice(Math.max(0, start - AROUND), start).join('');
  const changed = text.slice(start, text.length - end);
  const after = text.slice(text.length - end, text.length - end + AROUND).join('');
  const rest = changed.length - SHOWN;
  const shown = changed.slice(0, SHOWN).join('') + (rest > 0 ? `… (${rest} more characters)` : '');
  return `${start > AROUND ? '…' : ''}${before}[${shown}]${after}${end > AROUND ? '…' : ''}`;
}
