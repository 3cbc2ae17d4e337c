import { z } from 'zod';
import { brandForHost } from '#modules/enterprise/index.ts';
import {
  type Caller,
  type DataSubject,
  formatDate,
  operation,
  type PersonalFile,
  person,
  type Work,
} from '#modules/platform/index.ts';
import { ownedCompany } from '../company-card/owner.ts';
import { findCharge } from '../payment/charges.ts';
import { findPurchase } from '../purchases.ts';
import { Refusal } from '../refusals.ts';
import type { ReceiptLeg } from './content.ts';
import { type ReceiptData, readReceipt, receiptFilename, renderReceipt } from './data.ts';
import { timeZoneOf } from './history.ts';

/** What a receipt is found by: the purchase, its application, or a payment at the provider. */
export const receiptWanted = z.object({
  purchaseid: z.uuid().optional(),
  appid: z.uuid().optional(),
  transactionid: z.string().max(255).optional(),
});
type ReceiptWanted = z.output<typeof receiptWanted>;

export const receiptAnswer = z.object({
  /** The PDF in base64. */
  receipt_body: z.string(),
  /** MM/dd/yyyy */
  created_formatted: z.string(),
  /** Cents: charged to the person or company whose receipt it is. */
  amount: z.number().int(),
  /** Contains the time at which the file was made. */
  filename: z.string(),
});

/**
 * The receipt of a paid purchase as a PDF: the buyer's own or, for the owner of the company that paid for the coupon,
 * the one for the company's part.
 */
export const downloadReceipt = operation({
  name: 'purchasing.download-receipt',
  summary: 'The receipt of a paid purchase, as a PDF in base64.',
  access: person,
  kind: 'read',
  input: receiptWanted,
  output: receiptAnswer,
  async run(work, input) {
    const { purchaseId, leg } = await findReceipt(work, input);
    const own = await legOf(work, purchaseId, leg);
    return answerReceipt(work, await readReceipt(work, purchaseId, own), await timeZoneOf(work));
  },
});

/**
 * The purchase that is meant, and whose payment was named. What is named in several ways must be one purchase.
 * @throws Refusal not-found
 */
export async function findReceipt(
  work: Pick<Work, 'db' | 'row'>,
  { purchaseid, appid, transactionid }: ReceiptWanted,
): Promise<{ purchaseId: string; leg: ReceiptLeg | null }> {
  const charge = transactionid ? await findCharge(work, transactionid) : undefined;
  const named = [
    ...(purchaseid ? [purchaseid] : []),
    ...(appid ? [await purchaseOf(work, appid)] : []),
    ...(transactionid ? [charge?.kind === 'charge' ? charge.purchase_id : undefined] : []),
  ];
  const [purchaseId] = named;
  if (!purchaseId || named.some((other) => other !== purchaseId)) {
    throw new Refusal('not-found', { detail: 'no one purchase for the receipt' });
  }
  return { purchaseId, leg: charge?.leg ?? null };
}

async function purchaseOf({ db }: Pick<Work, 'db'>, applicationId: string): Promise<string | undefined> {
  const application = await db
    .selectFrom('application')
    .select('purchase_id')
    .where('id', '=', applicationId)
    .executeTakeFirst();
  return application?.purchase_id;
}

/**
 * The part of a purchase that the caller paid for: their own, or that of the company that they own.
 * @param named the part whose payment was asked for; null for either
 * @throws Refusal not-found, including for what others paid
 */
async function legOf(work: Work<Caller>, purchaseId: string, named: ReceiptLeg | null): Promise<ReceiptLeg> {
  const companyId = ownedCompany(work.caller);
  const purchase = await findPurchase(work, purchaseId);
  if (purchase?.account_id === work.caller.accountId && named !== 'company') return 'buyer';
  const paid =
    companyId &&
    named !== 'buyer' &&
    (await work.db
      .selectFrom('ledger_entry')
      .select('id')
      .where('purchase_id', '=', purchaseId)
      .where('company_id', '=', companyId)
      .where('kind', '=', 'charge')
      .executeTakeFirst());
  if (!paid) throw new Refusal('not-found', { detail: `not theirs: purchase ${purchaseId}` });
  return 'company';
}

export async function answerReceipt(
  work: Work<unknown>,
  receipt: ReceiptData,
  timeZone: string,
): Promise<z.input<typeof receiptAnswer>> {
  return {
    receipt_body: (await renderReceipt(work, receipt, timeZone)).toString('base64'),
    created_formatted: formatDate(receipt.purchase.paid_at, timeZone),
    amount: receipt.content.total,
    filename: receiptFilename(work.now),
  };
}

/** A person's receipts, in the time zone of the brand under which each was bought. */
export async function listReceiptFiles(
  work: Pick<Work, 'db' | 'rows' | 'portal'>,
  { accountId }: DataSubject,
): Promise<PersonalFile[]> {
  const purchases = await work.db
    .selectFrom('purchase')
    .select(['id', 'brand_host'])
    .where('account_id', '=', accountId)
    .where('status', '=', 'paid')
    .execute();
  return purchases.map(({ id, brand_host }) => ({
    name: `receipt-${id.slice(-12)}.pdf`,
    async read() {
      const { timeZone } = await brandForHost(work.portal, brand_host);
      const now = work.portal.clock.now();
      const receipt = await readReceipt(work, id);
      return renderReceipt({ db: work.db, portal: work.portal, now }, receipt, timeZone);
    },
  }));
}
