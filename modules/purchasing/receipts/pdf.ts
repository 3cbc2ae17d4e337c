import { Sheet } from '#modules/applications/index.ts';
import { type Brand, postalAddress } from '#modules/enterprise/index.ts';
import { formatDate, formatDateTime } from '#modules/platform/index.ts';
import type { ReceiptContent } from './content.ts';

export interface Receipt {
  brand: Brand;
  /** The brand's logo as PNG; null for none. */
  logo: Buffer | null;
  /** Names and values. */
  soldTo: [string, string][];
  provider: string;
  description: string;
  content: ReceiptContent;
  purchaseId: string;
  transactionId: string;
  paidAt: Date;
  timeZone: string;
  madeAt: Date;
}

/** A receipt on one page, with the brand of the host where it was bought. */
export async function writeReceipt(receipt: Receipt): Promise<Buffer> {
  const { brand, timeZone, content } = receipt;
  const letterhead = { color: brand.theme.brand, logo: receipt.logo };
  const title = `${brand.company_name} receipt`;
  const sheet = await Sheet.begin(title, brand.company_name, receipt.madeAt, letterhead);
  const address = postalAddress(brand);
  if (address) sheet.faint(address);
  sheet.heading('Sold to');
  sheet.facts(receipt.soldTo);
  sheet.heading('Order details');
  sheet.facts([
    ['Description', receipt.description],
    ['Provider', receipt.provider],
    ['Order date', formatDate(receipt.paidAt, timeZone)],
    ['Order number', receipt.purchaseId],
    ...(receipt.transactionId ? [['Transaction', receipt.transactionId] as const] : []),
  ]);
  sheet.rule();
  sheet.facts(content.lines);
  sheet.paragraph(content.words);
  return sheet.finish(`Created ${formatDateTime(receipt.madeAt, timeZone)}`);
}
