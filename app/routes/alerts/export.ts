import type { LoaderFunctionArgs } from '@remix-run/node';
import { alertGrid, readAlertExport, startAlertExport } from '#modules/network/index.ts';
import { csvLine } from '#modules/platform/index.ts';
import { perform } from '../../door.server.ts';
import { askedRange } from './range.server.ts';

/** The filtered feed as a CSV file, streamed: each batch is read after the browser has received the previous one. */
export async function loader(args: LoaderFunctionArgs) {
  const { portal, visit } = args.context;
  const asked = {
    ...alertGrid.readAddress(new URL(args.request.url).searchParams),
    ...askedRange(args.request),
  };
  const { time_zone } = await perform(args, startAlertExport, asked);
  const encoder = new TextEncoder();
  let after: string | undefined;
  const lines = new ReadableStream<Uint8Array>({
    start(controller) {
      // The byte order mark tells spreadsheets that the file is UTF-8.
      controller.enqueue(encoder.encode(`\uFEFF${csvLine(alertGrid.csv.head)}`));
    },
    async pull(controller) {
      const { rows, next } = await portal.perform(readAlertExport, { ...asked, after }, visit);
      const text = rows.map((row) => csvLine(alertGrid.csv.cells(row, time_zone))).join('');
      if (text) controller.enqueue(encoder.encode(text));
      after = next ?? undefined;
      if (next === null) controller.close();
    },
  });
  return new Response(lines, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="network-activity.csv"',
      'Cache-Control': 'no-store',
    },
  });
}
