/** Lists of days that staff choose, such as the days on which people are reminded. */

/** Which days can be chosen: from `least` to `most` different ones, each from 1 to `upTo`. */
export interface DayRule {
  least: number;
  most: number;
  upTo: number;
  /** Until staff choose others; also the example that people are shown. */
  initial: readonly number[];
  /** Whether the days lead up to an event or follow it. They are listed in the order in which they pass. */
  counted: 'before' | 'after';
}

/** The rule of at most three reminders that follow an event, on days 3, 7 and 14 unless it names others. */
export const remindersAfter = (
  rule: Pick<DayRule, 'upTo'> & Partial<Pick<DayRule, 'least' | 'initial'>>,
): DayRule => ({
  least: 1,
  most: 3,
  initial: [3, 7, 14],
  counted: 'after',
  ...rule,
});

/** The error of days that do not follow the rule. */
export function wrongDays({ least, most, upTo, initial }: DayRule): string {
  const count = least === most ? most : `up to ${most}`;
  return `Enter ${count} different days from 1 to ${upTo}, such as ${initial.join(', ')}`;
}

/**
 * Reads days that are separated by commas or spaces.
 * @returns in the order in which they pass; null if they do not follow the rule
 */
export function readDays(typed: string, { least, most, upTo, counted }: DayRule): number[] | null {
  const parts = typed.split(/[\s,;]+/).filter(Boolean);
  const days = parts.filter((part) => /^\d{1,2}$/.test(part)).map(Number);
  const fit = days.filter((each) => 1 <= each && each <= upTo);
  const isRight = fit.length === parts.length && new Set(fit).size === fit.length;
  if (!isRight || fit.length < least || fit.length > most) return null;
  return fit.sort((one, other) => (counted === 'before' ? other - one : one - other));
}
