import { readDate } from '#modules/platform/fields/reading.ts';

/** The dates in an address. Invalid ones are left out. */
export function askedRange(request: Request): { fromdate?: string; todate?: string } {
  const query = new URL(request.url).searchParams;
  const read = (name: string) => readDate(query.get(name) ?? '');
  const [fromdate, todate] = [read('fromdate'), read('todate')];
  return { ...(fromdate ? { fromdate } : {}), ...(todate ? { todate } : {}) };
}
