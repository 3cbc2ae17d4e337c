import type { LoaderFunctionArgs } from '@remix-run/node';
import { downloadReceipt } from '#modules/purchasing/index.ts';
import { download } from '../../download.server.ts';
import { receiptFile } from './receipt-response.server.ts';

/** 'Download Receipt' (doc2 §2.6): the receipt as PDF. */
export async function loader(args: LoaderFunctionArgs) {
  const purchaseid = new URL(args.request.url).searchParams.get('purchaseid') ?? undefined;
  return receiptFile(await download(args, downloadReceipt, { purchaseid }));
}
