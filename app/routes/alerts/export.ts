import type { LoaderFunctionArgs } from '@remix-run/node';
import { alertGrid, readAlertExport, startAlertExport } from '#modules/network/index.ts';
import { csvLine, type InputOf } from '#modules/platform/index.ts';
import { csvAnswer } from '../../csv-answer.server.ts';
import { perform } from '../../door.server.ts';
import { askedRange } from './range.server.ts';

/** The filtered feed as a CSV file. */
export async function loader(args: LoaderFunctionArgs) {
  const asked = {
    ...alertGrid.readAddress(new URL(args.request.url).searchParams),
    ...askedRange(args.request),
  };
  const { time_zone } = await perform(args, startAlertExport, asked);
  return csvAnswer('network-activity.csv', linesOf(args, asked, time_zone));
}

async function* linesOf(
  { context: { portal, visit } }: LoaderFunctionArgs,
  asked: InputOf<typeof startAlertExport>,
  timeZone: string,
) {
  yield csvLine(alertGrid.csv.head());
  let after: string | undefined;
  do {
    const { rows, next } = await portal.perform(readAlertExport, { ...asked, after }, visit);
    yield rows.map((row) => csvLine(alertGrid.csv.cells(row, timeZone))).join('');
    after = next ?? undefined;
  } while (after !== undefined);
}
