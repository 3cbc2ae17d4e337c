import { brandForCompany, brandForHost, findCompanyOwner, getCompany } from '#modules/enterprise/index.ts';
import { getPerson } from '#modules/identity/index.ts';
import { formatDate, formatReceiptAmount, type Portal, type Work } from '#modules/platform/index.ts';
import { attachReceipt } from '../deliver.ts';
import { refundCompanyMail, refundMail } from '../mails.ts';
import { findPurchase } from '../purchases.ts';
import { readReceipt } from '../receipts/data.ts';

/**
 * Tells whoever paid that money went back: the buyer with the receipt as it stands now, or the company's owner.
 * @param entryId the refund in the ledger
 * @param messageId the same for every run of one job, so that a second copy is known as one
 */
export async function deliverRefundNotice(portal: Portal, entryId: string, messageId: string): Promise<void> {
  const notice = await portal.work('purchasing.send-refund-notice', (work) => readNotice(work, entryId));
  if (!notice) return;
  const { host, accountId, letter, receipt } = notice;
  const attachments = receipt ? [await attachReceipt(portal, receipt)] : [];
  await portal.mailTo({ accountId }, { host, messageId, attachments }, letter);
}

async function readNotice(work: Work<null>, entryId: string) {
  const entry = await work.db
    .selectFrom('ledger_entry as refund')
    .innerJoin('ledger_entry as charge', 'charge.id', 'refund.charge_id')
    .select([
      'refund.purchase_id',
      'refund.account_id',
      'refund.company_id',
      'refund.amount_cents',
      'refund.recorded_at',
      'charge.amount_cents as charged_cents',
      'charge.kind',
    ])
    .where('refund.id', '=', entryId)
    .executeTakeFirst();
  const purchase = entry && (await findPurchase(work, entry.purchase_id));
  if (!purchase) return null;
  const buyer = await getPerson(work, entry.account_id);
  const amounts = {
    description: purchase.package_descrip,
    refunded: formatReceiptAmount(-entry.amount_cents),
    amount: formatReceiptAmount(entry.charged_cents),
  };
  const dated = (timeZone: string) => formatDate(entry.recorded_at, timeZone);
  if (entry.company_id === null) {
    const { timeZone } = await brandForHost(work.portal, purchase.brand_host);
    const ofPurchase = entry.kind === 'charge';
    return {
      host: purchase.brand_host,
      accountId: entry.account_id,
      letter: refundMail({ ...amounts, firstname: buyer.firstname, date: dated(timeZone), ofPurchase }),
      receipt: ofPurchase ? await readReceipt(work, purchase.id) : null,
    };
  }
  const { host, timeZone } = await brandForCompany(work.portal, entry.company_id);
  const owner = await getPerson(work, await findCompanyOwner(work, entry.company_id));
  const { company_name: company } = await getCompany(work, entry.company_id);
  return {
    host,
    accountId: owner.accountId,
    letter: refundCompanyMail({
      ...amounts,
      firstname: owner.firstname,
      company,
      buyer: `${buyer.firstname} ${buyer.lastname}`,
      date: dated(timeZone),
    }),
    receipt: null,
  };
}
