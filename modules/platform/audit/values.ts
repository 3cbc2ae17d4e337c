/** The longest value that an entry repeats. */
const LONGEST = 200;

/**
 * What an entry says of changed settings: each value as 'before → after', without long texts and without email
 * addresses, which may be somebody's. Not for other personal data, which would stay in the log after an erasure, and
 * not for secrets.
 */
export function changedValues<T extends object>(
  before: Partial<T>,
  after: T,
  names?: readonly (keyof T & string)[],
): Record<string, string> {
  const listed: readonly string[] = names ?? Object.keys(after);
  const [stored, next] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return Object.fromEntries(
    listed.flatMap((name) => {
      const [then, now] = [wordsOf(stored.get(name)), wordsOf(next.get(name))];
      const kept =
        then !== now && !`${then}${now}`.includes('@') && Math.max(then.length, now.length) <= LONGEST;
      return kept ? [[name, `${then} → ${now}`]] : [];
    }),
  );
}

function wordsOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'empty';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return String(value);
}
