const short = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const long = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/**
 * The columns of a chart by month.
 * @param counted the counts, each with its month as yyyy-MM
 */
export function monthColumns(counted: readonly { month: string; people: number }[]) {
  return counted.map(({ month, people }) => {
    const first = new Date(`${month}-01T00:00:00Z`);
    return { label: short.format(first), name: long.format(first), value: people };
  });
}
