import { z } from 'zod';

/** The dates in an address. Invalid ones are left out. */
export function askedRange(request: Request): { fromdate?: string; todate?: string } {
  const query = new URL(request.url).searchParams;
  const read = (name: string) => z.iso.date().safeParse(query.get(name)).data;
  const [fromdate, todate] = [read('fromdate'), read('todate')];
  return { ...(fromdate ? { fromdate } : {}), ...(todate ? { todate } : {}) };
}
