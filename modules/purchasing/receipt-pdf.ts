import { Sheet } from '#modules/applications/index.ts';
import type { Brand } from '#modules/enterprise/index.ts';
import { postalAddress } from '#modules/enterprise/index.ts';
import { formatDate, formatDateTime, formatReceiptAmount } from '#modules/platform/index.ts';

export interface Receipt {
  brand: Brand;
  /** The brand's logo as PNG; null for none. */
  logo: Buffer | null;
  buyer: string;
  emailaddress: string;
  provider: string;
  description: string;
  renewal: boolean;
  amountCents: number;
  purchaseId: string;
  transactionId: string;
  paidAt: Date;
  timeZone: string;
  madeAt: Date;
}

/** A receipt on one page, with the brand of the host where it was bought. */
export async function writeReceipt(receipt: Receipt): Promise<Buffer> {
  const { brand, timeZone } = receipt;
  const letterhead = { color: brand.theme.brand, logo: receipt.logo };
  const title = `${brand.company_name} receipt`;
  const sheet = await Sheet.begin(title, brand.company_name, receipt.madeAt, letterhead);
  const address = postalAddress(brand);
  if (address) sheet.faint(address);
  sheet.heading('Sold to');
  sheet.facts([
    ['Name', receipt.buyer],
    ['Email', receipt.emailaddress],
  ]);
  sheet.heading('Order details');
  sheet.facts([
    ['Description', receipt.renewal ? `${receipt.description}, renewal` : receipt.description],
    ['Provider', receipt.provider],
    ['Order date', formatDate(receipt.paidAt, timeZone)],
    ['Order number', receipt.purchaseId],
    ['Transaction', receipt.transactionId],
  ]);
  sheet.rule();
  sheet.facts([['Total amount', formatReceiptAmount(receipt.amountCents)]]);
  sheet.paragraph('Paid in full by card. The charge doesn’t repeat automatically.');
  return sheet.finish(`Created ${formatDateTime(receipt.madeAt, timeZone)}`);
}
