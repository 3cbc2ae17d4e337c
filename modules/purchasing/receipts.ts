import { z } from 'zod';
import { getPackage } from '#modules/applications/index.ts';
import { brandForHost, readLogo } from '#modules/enterprise/index.ts';
import { getPerson } from '#modules/identity/index.ts';
import {
  type Caller,
  type DataSubject,
  formatDate,
  operation,
  type PersonalFile,
  person,
  type Work,
} from '#modules/platform/index.ts';
import { timeZoneOf } from './history.ts';
import { getOwnPurchase, type PurchaseRow } from './purchases.ts';
import { writeReceipt } from './receipt-pdf.ts';
import { Refusal } from './refusals.ts';

/** A paid purchase's receipt as PDF, found by the purchase, its application or the provider's transaction. */
export const downloadReceipt = operation({
  name: 'purchasing.download-receipt',
  summary: 'The receipt of a paid purchase as PDF, in base64.',
  access: person,
  kind: 'read',
  input: z.object({
    purchaseid: z.uuid().optional(),
    appid: z.uuid().optional(),
    transactionid: z.string().max(255).optional(),
  }),
  output: z.object({
    receipt_body: z.string(),
    /** MM/dd/yyyy */
    created_formatted: z.string(),
    /** Cents. */
    amount: z.number().int(),
    /** Contains the time at which the file was made. */
    filename: z.string(),
  }),
  async run(work, input) {
    const purchase = await getOwnPurchase(work, work.caller.accountId, await findPurchaseId(work, input));
    const { paid_at: paidAt } = purchase;
    if (!paidAt) throw new Refusal('purchasing.not-paid');
    const zone = await timeZoneOf(work);
    return {
      receipt_body: (await renderReceipt(work, purchase, paidAt, zone)).toString('base64'),
      created_formatted: formatDate(paidAt, zone),
      amount: purchase.amount_cents,
      filename: `receipt-${work.now.toISOString().replace(/\D/g, '').slice(0, 14)}.pdf`,
    };
  },
});

async function findPurchaseId(
  work: Work<Caller>,
  { purchaseid, appid, transactionid }: { purchaseid?: string; appid?: string; transactionid?: string },
): Promise<string> {
  if (purchaseid) return purchaseid;
  const found = appid
    ? await work.db
        .selectFrom('application')
        .select('purchase_id as id')
        .where('id', '=', appid)
        .executeTakeFirst()
    : await work.db
        .selectFrom('purchase')
        .select('id')
        .where('transaction_id', '=', transactionid ?? '')
        .executeTakeFirst();
  if (!found) throw new Refusal('not-found', { detail: 'no purchase for the receipt' });
  return found.id;
}

/** A person's receipts, in the time zone of the brand under which each was bought. */
export async function listReceiptFiles(
  work: Pick<Work, 'db' | 'portal'>,
  { accountId }: DataSubject,
): Promise<PersonalFile[]> {
  const purchases = await work.db
    .selectFrom('purchase')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', '=', 'paid')
    .execute();
  return purchases.flatMap((purchase) => {
    const { paid_at: paidAt } = purchase;
    if (!paidAt) return [];
    return {
      name: `receipt-${purchase.id.slice(-12)}.pdf`,
      async read() {
        const { timeZone } = await brandForHost(work.portal, purchase.brand_host);
        return renderReceipt({ ...work, now: work.portal.clock.now() }, purchase, paidAt, timeZone);
      },
    };
  });
}

async function renderReceipt(
  work: Pick<Work, 'db' | 'portal' | 'now'>,
  purchase: PurchaseRow,
  paidAt: Date,
  timeZone: string,
): Promise<Buffer> {
  const [brand, bought, buyer] = await Promise.all([
    brandForHost(work.portal, purchase.brand_host),
    getPackage(work, purchase.package_id, { withdrawn: true }),
    getPerson(work, purchase.account_id),
  ]);
  return writeReceipt({
    brand,
    logo: await readLogo(work.portal, brand),
    buyer: `${buyer.firstname} ${buyer.lastname}`,
    emailaddress: buyer.emailaddress,
    provider: bought.provider,
    description: purchase.package_descrip,
    renewal: purchase.renewal,
    amountCents: purchase.amount_cents,
    purchaseId: purchase.id,
    transactionId: purchase.transaction_id ?? '',
    paidAt,
    timeZone,
    madeAt: work.now,
  });
}
