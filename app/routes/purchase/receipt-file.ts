import type { LoaderFunctionArgs } from '@remix-run/node';
import { downloadReceipt } from '#modules/purchasing/index.ts';
import { download } from '../../download.server.ts';
import { receiptFile } from './receipt-response.server.ts';

/** 'Download Receipt' (doc2 §2.6): the receipt of a purchase or of a single payment, as a PDF. */
export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const purchaseid = searchParams.get('purchaseid') ?? undefined;
  const transactionid = searchParams.get('transactionid') ?? undefined;
  return receiptFile(await download(args, downloadReceipt, { purchaseid, transactionid }));
}
