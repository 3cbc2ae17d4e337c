import type { LoaderFunctionArgs } from '@remix-run/node';
import { readBulkDownload, startBulkDownload } from '#modules/network/index.ts';
import { csvAnswer } from '../../csv-answer.server.ts';
import { download } from '../../download.server.ts';
import { bulkHome } from './bulk-home.server.ts';

/** The rows of a file with what became of each as CSV: all of them, or those that could not be invited. */
export async function loader(args: LoaderFunctionArgs) {
  const { portal, visit } = args.context;
  const home = await bulkHome(args);
  const about = { ...home.about, bulkid: args.params.bulkid ?? '' };
  const above = home.trail.at(-1)?.[1];
  const isAll = new URL(args.request.url).searchParams.get('which') === 'all';
  const which = isAll ? ('all' as const) : ('bad' as const);
  const { file_name } = await download(args, startBulkDownload, about, above);
  // The first part is read before the answer begins, so that a refusal can still be shown on a page.
  const first = await download(args, readBulkDownload, { ...about, which }, above);
  async function* parts() {
    let { lines, next } = first;
    yield lines;
    while (next !== null) {
      ({ lines, next } = await portal.perform(readBulkDownload, { ...about, which, after: next }, visit));
      yield lines;
    }
  }
  return csvAnswer(`${file_name}-${isAll ? 'results' : 'errors'}.csv`, parts());
}
