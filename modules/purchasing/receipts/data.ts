import { getPackage } from '#modules/applications/index.ts';
import { brandForHost, getCompany, letterheadOf } from '#modules/enterprise/index.ts';
import { getPerson } from '#modules/identity/index.ts';
import { showEmailAddress } from '#modules/platform/fields/email.ts';
import type { Portal, Work } from '#modules/platform/index.ts';
import { findCouponOf } from '../coupons/issued.ts';
import { listCharges } from '../payment/charges.ts';
import { findPurchase, type PurchaseRow } from '../purchases.ts';
import { Refusal } from '../refusals.ts';
import { findChargedCard } from './charged-cards.ts';
import { type ReceiptContent, type ReceiptLeg, receiptContent, unmatchedContent } from './content.ts';
import { writeReceipt } from './pdf.ts';

/** A paid purchase as one of its payers sees it. */
export interface ReceiptData {
  purchase: PurchaseRow & { paid_at: Date };
  /** The provider's payment for this payer; null if the coupon paid everything. */
  transactionId: string | null;
  /** Such as `Visa ending in 4242`; null if it is not known, or nothing was charged. */
  card: string | null;
  content: ReceiptContent;
  companyId: string | null;
}

/** @throws Refusal not-found, purchasing.not-paid */
export async function readReceipt(
  work: Pick<Work, 'db' | 'rows'>,
  purchaseId: string,
  leg: ReceiptLeg = 'buyer',
): Promise<ReceiptData> {
  const purchase = await findPurchase(work, purchaseId);
  if (!purchase) throw new Refusal('not-found', { detail: `purchase ${purchaseId}` });
  const { paid_at } = purchase;
  if (!paid_at) throw new Refusal('purchasing.not-paid');
  const own = (await listCharges(work, purchaseId)).find((charge) => charge.leg === leg);
  if (leg === 'company' && !own) throw new Refusal('not-found', { detail: 'no company paid it' });
  return {
    purchase: { ...purchase, paid_at },
    transactionId: own?.provider_id ?? null,
    card: own ? await findChargedCard(work, own.id) : null,
    content: receiptContent(leg, {
      paid: own?.charged ?? 0,
      // The coupon as the purchase has it, because the company's card may be charged after the receipt is sent.
      coupon: await findCouponOf(work, purchase),
      refunded: own?.refunded ?? 0,
    }),
    companyId: own?.company_id ?? null,
  };
}

/**
 * A receipt for money that paid no purchase and was returned.
 * @param chargeId its entry in the ledger
 */
export async function readUnmatchedReceipt(
  { db }: Pick<Work, 'db'>,
  purchase: PurchaseRow,
  chargeId: string,
): Promise<ReceiptData> {
  const charge = await db
    .selectFrom('ledger_entry')
    .select(['provider_id', 'amount_cents', 'currency', 'recorded_at'])
    .where('id', '=', chargeId)
    .executeTakeFirstOrThrow();
  return {
    purchase: { ...purchase, paid_at: charge.recorded_at },
    transactionId: charge.provider_id,
    card: null,
    content: unmatchedContent({ amount: charge.amount_cents, currency: charge.currency }),
    companyId: null,
  };
}

/** @returns the PDF */
export async function renderReceipt(
  work: Pick<Work, 'db' | 'now'> & { portal: Portal },
  { purchase, content, transactionId, card, companyId }: ReceiptData,
  timeZone: string,
): Promise<Buffer> {
  const [brand, bought, buyer] = await Promise.all([
    brandForHost(work.portal, purchase.brand_host),
    getPackage(work, purchase.package_id, { withdrawn: true }),
    getPerson(work, purchase.account_id),
  ]);
  const name = `${buyer.firstname} ${buyer.lastname}`;
  const soldTo: [string, string][] = companyId
    ? [
        ['Company', (await getCompany(work, companyId)).company_name],
        ['Redeemed by', name],
      ]
    : [
        ['Name', name],
        ['Email', showEmailAddress(buyer.emailaddress)],
      ];
  return writeReceipt({
    letterhead: await letterheadOf(work.portal, brand),
    soldTo,
    provider: bought.provider,
    description: purchase.renewal ? `${purchase.package_descrip}, renewal` : purchase.package_descrip,
    content,
    purchaseId: purchase.id,
    transactionId: transactionId ?? '',
    card: card ?? '',
    paidAt: purchase.paid_at,
    timeZone,
    madeAt: work.now,
  });
}

/** @param now the time at which the file is made (doc2 §2.6) */
export function receiptFilename(now: Date): string {
  return `receipt-${now.toISOString().replace(/\D/g, '').slice(0, 14)}.pdf`;
}
