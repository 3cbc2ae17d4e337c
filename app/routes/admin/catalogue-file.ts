import type { LoaderFunctionArgs } from '@remix-run/node';
import { exportCatalogueFile } from '#modules/admin/index.ts';
import { perform } from '../../door.server.ts';

/** The catalogue as the JSON file that `shield catalogue import` takes (D89). */
export async function loader(args: LoaderFunctionArgs) {
  const { file } = await perform(args, exportCatalogueFile, {});
  return new Response(`${JSON.stringify(file, null, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json',
      'Content-Disposition': 'attachment; filename="catalogue.json"',
      'Cache-Control': 'no-store',
    },
  });
}
