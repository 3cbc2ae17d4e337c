import type { LoaderFunctionArgs } from '@remix-run/node';
import { readShareBadge } from '#modules/network/index.ts';
import { person } from '#modules/platform/index.ts';
import { requireCaller } from '../../door.server.ts';
import { download } from '../../download.server.ts';

const types = { png: 'image/png', pdf: 'application/pdf' } as const;

/** The QR code of a share link as a picture, or as a badge to print. */
export async function loader(args: LoaderFunctionArgs) {
  await requireCaller(args, person);
  const [linkid = '', format] = (args.params.file ?? '').split('.');
  if (format !== 'png' && format !== 'pdf') throw new Response(null, { status: 404 });
  const { file } = await download(args, readShareBadge, { linkid, format }, '/user/share');
  return new Response(file, {
    headers: {
      'Content-Type': types[format],
      'Content-Disposition': `attachment; filename="shieldscore-badge.${format}"`,
      'Cache-Control': 'no-store',
    },
  });
}
