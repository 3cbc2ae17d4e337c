import type { LoaderFunctionArgs } from '@remix-run/node';
import { downloadStaffReceipt } from '#modules/admin/index.ts';
import { download } from '../../download.server.ts';
import { receiptFile } from '../purchase/receipt-response.server.ts';

/** The receipt of a person's check, for staff. */
export async function loader(args: LoaderFunctionArgs) {
  const appid = new URL(args.request.url).searchParams.get('appid') ?? undefined;
  return receiptFile(await download(args, downloadStaffReceipt, { appid }, '/admin'));
}
