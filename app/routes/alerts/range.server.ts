import { date } from '#modules/platform/fields/kinds.ts';
import { schemaOf } from '#modules/platform/index.ts';

const dateSchema = schemaOf(date('Date'));

/** The dates in an address. Invalid ones are left out. */
export function askedRange(request: Request): { fromdate?: string; todate?: string } {
  const query = new URL(request.url).searchParams;
  const read = (name: string) => dateSchema.safeParse(query.get(name) ?? '').data;
  const [fromdate, todate] = [read('fromdate'), read('todate')];
  return { ...(fromdate ? { fromdate } : {}), ...(todate ? { todate } : {}) };
}
