import type { LoaderFunctionArgs } from '@remix-run/node';
import { brandForHost } from '#modules/enterprise/index.ts';
import { connectionGrid, readExport, startExport } from '#modules/network/index.ts';
import { csvLine, type InputOf } from '#modules/platform/index.ts';
import { perform } from '../../door.server.ts';
import { timeZoneOf } from '../../zone.server.ts';

/** The filtered grid as a CSV file, streamed: each batch is read after the browser has received the previous one. */
export async function loader(args: LoaderFunctionArgs) {
  const { portal, visit } = args.context;
  const query = new URL(args.request.url).searchParams;
  const selected = query.has('selected') ? { selected: query.getAll('selected') } : {};
  const filter = { ...connectionGrid.readAddress(query), ...selected };
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

function linesOf(args: LoaderFunctionArgs, filter: InputOf<typeof startExport>, timeZone: string) {
  const { portal, visit } = args.context;
  const encoder = new TextEncoder();
  let after: string | undefined;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      // The byte order mark tells spreadsheets that the file is UTF-8.
      controller.enqueue(encoder.encode(`\uFEFF${csvLine(connectionGrid.csv.head)}`));
    },
    async pull(controller) {
      const { rows, next } = await portal.perform(readExport, { ...filter, after }, visit);
      const lines = rows.map((row) => csvLine(connectionGrid.csv.cells(row, timeZone))).join('');
      if (lines) controller.enqueue(encoder.encode(lines));
      after = next ?? undefined;
      if (next === null) controller.close();
    },
  });
}
