import type { LoaderFunctionArgs } from '@remix-run/node';
import { downloadStaffReceipt } from '#modules/admin/index.ts';
import { download } from '../../download.server.ts';
import { receiptFile } from '../purchase/receipt-response.server.ts';

/**
 * The receipt for a person's check, for staff: that of the buyer by `appid`, that of a company by its `transactionid`.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const appid = searchParams.get('appid') ?? undefined;
  const transactionid = searchParams.get('transactionid') ?? undefined;
  return receiptFile(await download(args, downloadStaffReceipt, { appid, transactionid }, '/admin'));
}
