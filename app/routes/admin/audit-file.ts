import type { LoaderFunctionArgs } from '@remix-run/node';
import { auditGrid, readAuditExport, startAuditExport } from '#modules/admin/index.ts';
import { csvLine, type InputOf } from '#modules/platform/index.ts';
import { csvAnswer } from '../../csv-answer.server.ts';
import { perform } from '../../door.server.ts';
import { entryInWords } from './audit-values.server.ts';
import { detailWords } from './audit-words.ts';

/** The filtered audit log as a CSV file. */
export async function loader(args: LoaderFunctionArgs) {
  const asked = auditGrid.readAddress(new URL(args.request.url).searchParams);
  const { time_zone } = await perform(args, startAuditExport, asked);
  return csvAnswer('audit-log.csv', linesOf(args, asked, time_zone));
}

async function* linesOf(
  { context: { portal, visit } }: LoaderFunctionArgs,
  asked: InputOf<typeof startAuditExport>,
  timeZone: string,
) {
  yield csvLine([...auditGrid.csv.head(), 'Details']);
  let after: string | undefined;
  do {
    const { rows, next } = await portal.perform(readAuditExport, { ...asked, after }, visit);
    yield rows
      .map(entryInWords)
      .map(({ detail, ...row }) =>
        csvLine([...auditGrid.csv.cells(row, timeZone), detail ? detailWords(detail) : '']),
      )
      .join('');
    after = next ?? undefined;
  } while (after !== undefined);
}
