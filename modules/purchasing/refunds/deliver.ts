import { findApplicationOfPurchase } from '#modules/applications/index.ts';
import { brandForCompany, brandForHost, findCompanyOwner, getCompany } from '#modules/enterprise/index.ts';
import { getPerson } from '#modules/identity/index.ts';
import { formatDate, formatReceiptAmount, type Portal, type Work } from '#modules/platform/index.ts';
import { attachReceipt } from '../deliver.ts';
import { refundCompanyMail, refundMail } from '../mails.ts';
import { findPurchase, type PurchaseRow } from '../purchases.ts';
import { readReceipt, readUnmatchedReceipt } from '../receipts/data.ts';

/**
 * Tells the buyer or the company's owner that money was returned, with the current receipt.
 * @param notice `entryId` is the refund in the ledger
 * @param messageId the same for every run of one job, so that a second copy is recognized
 */
export async function deliverRefundNotice(
  portal: Portal,
  { entryId, to }: { entryId: string; to: 'buyer' | 'owner' },
  messageId: string,
): Promise<void> {
  const notice = await portal.work('purchasing.send-refund-notice', async (work) => {
    const entry = await findRefundEntry(work, entryId);
    const purchase = entry && (await findPurchase(work, entry.purchase_id));
    if (!purchase) return null;
    return to === 'buyer' ? noticeToBuyer(work, entry, purchase) : noticeToOwner(work, entry, purchase);
  });
  if (!notice) return;
  const { host, accountId, letter, receipt } = notice;
  const attachments = receipt ? [await attachReceipt(portal, receipt)] : [];
  await portal.mailTo({ accountId }, { host, messageId, attachments }, letter);
}

function findRefundEntry({ db }: Pick<Work, 'db'>, entryId: string) {
  return db
    .selectFrom('ledger_entry as refund')
    .innerJoin('ledger_entry as charge', 'charge.id', 'refund.charge_id')
    .select([
      'refund.purchase_id',
      'refund.account_id',
      'refund.company_id',
      'refund.amount_cents',
      'refund.currency',
      'refund.recorded_at',
      'charge.id as charge_id',
      'charge.amount_cents as charged_cents',
      'charge.kind',
    ])
    .where('refund.id', '=', entryId)
    .executeTakeFirst();
}

type RefundEntry = NonNullable<Awaited<ReturnType<typeof findRefundEntry>>>;

const amountsOf = (entry: RefundEntry) => ({
  refunded: formatReceiptAmount(-entry.amount_cents, entry.currency),
  amount: formatReceiptAmount(entry.charged_cents, entry.currency),
});

async function noticeToBuyer(work: Work<null>, entry: RefundEntry, purchase: PurchaseRow) {
  const { timeZone } = await brandForHost(work.portal, purchase.brand_host);
  const { firstname } = await getPerson(work, entry.account_id);
  const ofPurchase = entry.kind === 'charge';
  return {
    host: purchase.brand_host,
    accountId: entry.account_id,
    letter: refundMail({
      firstname,
      description: purchase.package_descrip,
      date: formatDate(entry.recorded_at, timeZone),
      amounts: entry.company_id === null ? amountsOf(entry) : null,
      ofPurchase,
      applicationClosed: await isApplicationClosed(work, purchase),
    }),
    receipt: ofPurchase
      ? await readReceipt(work, purchase.id)
      : await readUnmatchedReceipt(work, purchase, entry.charge_id),
  };
}

async function isApplicationClosed(work: Work<null>, { id }: PurchaseRow): Promise<boolean> {
  const application = await findApplicationOfPurchase(work, id);
  return application?.status === 'refunded' || application?.status === 'cancelled';
}

async function noticeToOwner(work: Work<null>, entry: RefundEntry, purchase: PurchaseRow) {
  if (entry.company_id === null) return null;
  const { host, timeZone } = await brandForCompany(work.portal, entry.company_id);
  const owner = await getPerson(work, await findCompanyOwner(work, entry.company_id));
  const { company_name: company } = await getCompany(work, entry.company_id);
  const buyer = await getPerson(work, entry.account_id);
  return {
    host,
    accountId: owner.accountId,
    letter: refundCompanyMail({
      ...amountsOf(entry),
      firstname: owner.firstname,
      company,
      description: purchase.package_descrip,
      buyer: `${buyer.firstname} ${buyer.lastname}`,
      date: formatDate(entry.recorded_at, timeZone),
    }),
    receipt: null,
  };
}
