import type { LoaderFunctionArgs } from '@remix-run/node';
import { readTimelineExport, startTimelineExport } from '#modules/admin/index.ts';
import { formatDateTime } from '#modules/platform/browser.ts';
import { csvLine } from '#modules/platform/index.ts';
import { csvAnswer } from '../../csv-answer.server.ts';
import { perform } from '../../door.server.ts';
import { entryInWords } from './audit-values.server.ts';
import { timelineAsked } from './timeline-asked.server.ts';
import { kindOfMoment, momentWords } from './timeline-words.ts';

/** What the page of a timeline shows as a CSV file, without its end at a page. */
export async function loader(args: LoaderFunctionArgs) {
  const { userid, kind, q } = timelineAsked(args);
  const { time_zone } = await perform(args, startTimelineExport, { userid, kind });
  return csvAnswer('timeline.csv', linesOf(args, { userid, kind, q }, time_zone));
}

async function* linesOf(
  { context: { portal, visit } }: LoaderFunctionArgs,
  asked: Pick<ReturnType<typeof timelineAsked>, 'userid' | 'kind' | 'q'>,
  timeZone: string,
) {
  yield csvLine(['When', 'Kind', 'What', 'Details']);
  let before: string | undefined;
  do {
    const { moments, next } = await portal.perform(readTimelineExport, { ...asked, before }, visit);
    yield moments
      .map((moment) => (moment.source === 'entry' ? entryInWords(moment) : moment))
      .map((moment) => {
        const { title, notes } = momentWords(moment, timeZone);
        return csvLine([formatDateTime(moment.dts, timeZone), kindOfMoment(moment), title, notes.join('. ')]);
      })
      .join('');
    before = next ?? undefined;
  } while (before !== undefined);
}
