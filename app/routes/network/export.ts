import type { LoaderFunctionArgs } from '@remix-run/node';
import { brandForHost } from '#modules/enterprise/index.ts';
import { connectionGrid, readExport, startExport } from '#modules/network/index.ts';
import { csvLine, type InputOf } from '#modules/platform/index.ts';
import { csvAnswer } from '../../csv-answer.server.ts';
import { perform } from '../../door.server.ts';
import { timeZoneOf } from '../../zone.server.ts';

/** The filtered grid as a CSV file. */
export async function loader(args: LoaderFunctionArgs) {
  const { portal, visit } = args.context;
  const query = new URL(args.request.url).searchParams;
  const selected = query.has('selected') ? { selected: query.getAll('selected') } : {};
  const filter = { ...connectionGrid.readAddress(query), ...selected };
  await perform(args, startExport, filter);
  const caller = await visit.caller();
  const without = caller?.facts.alert_dashboard_enabled ? [] : (['compliance'] as const);
  const brand = await brandForHost(portal, visit.host);
  const timeZone = timeZoneOf(visit, brand.timeZone);
  return csvAnswer('my-network.csv', linesOf(args, filter, timeZone, without));
}

async function* linesOf(
  { context: { portal, visit } }: LoaderFunctionArgs,
  filter: InputOf<typeof startExport>,
  timeZone: string,
  without: readonly 'compliance'[],
) {
  yield csvLine(connectionGrid.csv.head(without));
  let after: string | undefined;
  do {
    const { rows, next } = await portal.perform(readExport, { ...filter, after }, visit);
    yield rows.map((row) => csvLine(connectionGrid.csv.cells(row, timeZone, without))).join('');
    after = next ?? undefined;
  } while (after !== undefined);
}
