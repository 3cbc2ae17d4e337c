import { Sheet } from '#modules/applications/index.ts';
import type { Letterhead } from '#modules/enterprise/index.ts';
import { formatDate, formatMoment } from '#modules/platform/index.ts';
import type { ReceiptContent } from './content.ts';

export interface Receipt {
  letterhead: Letterhead;
  /** Names and values. */
  soldTo: [string, string][];
  provider: string;
  description: string;
  content: ReceiptContent;
  purchaseId: string;
  transactionId: string;
  /** Such as `Visa ending in 4242`; empty if it is not known. */
  card: string;
  paidAt: Date;
  timeZone: string;
  madeAt: Date;
}

/** A receipt on one page, with the brand of the host where it was bought. */
export async function writeReceipt(receipt: Receipt): Promise<Buffer> {
  const { letterhead, timeZone, content } = receipt;
  const { name } = letterhead;
  const about = { title: `${name} receipt`, author: name, made: receipt.madeAt };
  const sheet = await Sheet.begin(about, letterhead);
  sheet.section('Sold to');
  sheet.facts(receipt.soldTo);
  sheet.section('Order details');
  sheet.facts([
    ['Description', receipt.description],
    ['Provider', receipt.provider],
    ['Order date', formatDate(receipt.paidAt, timeZone)],
    ['Order number', receipt.purchaseId],
    ...(receipt.transactionId ? [['Transaction', receipt.transactionId] as const] : []),
    ...(receipt.card ? [['Paid with', receipt.card] as const] : []),
  ]);
  sheet.rule();
  sheet.amounts(content.lines);
  sheet.paragraph(content.words);
  return sheet.finish(`Created ${formatMoment(receipt.madeAt, timeZone)}`);
}
