/**
 * Months one after the other, as yyyy-MM in UTC.
 * @param from how many months after the one of `at` they begin; before it, if negative
 */
export function monthsFrom(at: Date, from: number, count: number): string[] {
  return Array.from({ length: count }, (_, ahead) =>
    new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + from + ahead, 1)).toISOString().slice(0, 7),
  );
}
