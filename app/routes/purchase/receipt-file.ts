import type { LoaderFunctionArgs } from '@remix-run/node';
import { downloadReceipt } from '#modules/purchasing/index.ts';
import { download } from '../../download.server.ts';

/** 'Download Receipt' (doc2 §2.6): the receipt as PDF. */
export async function loader(args: LoaderFunctionArgs) {
  const purchaseid = new URL(args.request.url).searchParams.get('purchaseid') ?? undefined;
  const { receipt_body, filename } = await download(args, downloadReceipt, { purchaseid });
  return new Response(Buffer.from(receipt_body, 'base64'), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${filename}"`,
      'Cache-Control': 'no-store',
    },
  });
}
