/**
 * Consecutive months, as yyyy-MM in UTC.
 * @param from how many months after the month of `at` the first one is; negative for months before it
 */
export function monthsFrom(at: Date, from: number, count: number): string[] {
  return Array.from({ length: count }, (_, ahead) =>
    new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + from + ahead, 1)).toISOString().slice(0, 7),
  );
}
