import type { LoaderFunctionArgs } from '@remix-run/node';
import { brandForHost } from '#modules/enterprise/index.ts';
import { csvLine, exportCells, exportHead, readExport, startExport } from '#modules/network/index.ts';
import { perform } from '../../door.server.ts';
import { timeZoneOf } from '../../zone.server.ts';
import { filterOf } from './filter.server.ts';

/** The filtered grid as a CSV file, streamed: each batch is read after the browser has received the previous one. */
export async function loader(args: LoaderFunctionArgs) {
  const { portal, visit } = args.context;
  const filter = filterOf(args.request.url);
  await perform(args, startExport, filter);
  const brand = await brandForHost(portal, visit.host);
  const timeZone = timeZoneOf(visit, brand.timeZone);
  return new Response(linesOf(args, filter, timeZone), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="my-network.csv"',
      'Cache-Control': 'no-store',
    },
  });
}

function linesOf(args: LoaderFunctionArgs, filter: ReturnType<typeof filterOf>, timeZone: string) {
  const { portal, visit } = args.context;
  const encoder = new TextEncoder();
  let after: { name: string; id: string } | null | undefined;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      // The byte order mark tells spreadsheets that the file is UTF-8.
      controller.enqueue(encoder.encode(`\uFEFF${csvLine(exportHead)}`));
    },
    async pull(controller) {
      const { rows, next } = await portal.perform(
        readExport,
        { ...filter, ...(after ? { after } : {}) },
        visit,
      );
      const lines = rows.map((row) => csvLine(exportCells(row, timeZone))).join('');
      if (lines) controller.enqueue(encoder.encode(lines));
      after = next;
      if (next === null) controller.close();
    },
  });
}
