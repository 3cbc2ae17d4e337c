import { getPackage } from '#modules/applications/index.ts';
import { brandForCompany, brandForHost, findCompanyOwner, getCompany } from '#modules/enterprise/index.ts';
import { getPerson } from '#modules/identity/index.ts';
import {
  formatDate,
  formatReceiptAmount,
  type MailAttachment,
  type Portal,
} from '#modules/platform/index.ts';
import { cardExpiresMail, receiptMail } from './mails.ts';
import { type ReceiptData, readReceipt, receiptFilename, renderReceipt } from './receipt-data.ts';
import { formatCardExpiration, nameOfCard } from './rules.ts';

/**
 * Mails the buyer the receipt of a paid purchase, with its PDF.
 * @param messageId the same for every run of one job, so that a second copy is known as one
 */
export async function deliverReceipt(portal: Portal, purchaseId: string, messageId: string): Promise<void> {
  const { receipt, buyer, provider } = await portal.work('purchasing.send-receipt', async (work) => {
    const found = await readReceipt(work, purchaseId);
    const bought = await getPackage(work, found.purchase.package_id, { withdrawn: true });
    return {
      receipt: found,
      buyer: await getPerson(work, found.purchase.account_id),
      provider: bought.provider,
    };
  });
  const { purchase, content } = receipt;
  const brand = await brandForHost(portal, purchase.brand_host);
  const letter = receiptMail({
    firstname: buyer.firstname,
    description: purchase.package_descrip,
    provider,
    orderDate: formatDate(purchase.paid_at, brand.timeZone),
    amount: formatReceiptAmount(content.total),
    path: `/user/purchase/purchasereceipt?purchaseid=${purchase.id}`,
  });
  const attachments = [await attachReceipt(portal, receipt)];
  const context = { host: purchase.brand_host, messageId, attachments };
  await portal.mailTo({ accountId: purchase.account_id }, context, letter);
}

/** The receipt as a file of a mail, in the time zone of the brand under which it was bought. */
export async function attachReceipt(portal: Portal, receipt: ReceiptData): Promise<MailAttachment> {
  const { timeZone } = await brandForHost(portal, receipt.purchase.brand_host);
  const now = portal.clock.now();
  return {
    filename: receiptFilename(now),
    contentType: 'application/pdf',
    content: await renderReceipt({ db: portal.db, portal, now }, receipt, timeZone),
  };
}

/** Tells the owner that the company's card expires. Sends nothing about a card that was replaced in the meantime. */
export async function deliverCardExpires(portal: Portal, cardId: string, messageId: string): Promise<void> {
  const found = await portal.work('purchasing.send-card-expires', async (work) => {
    const card = await work.db
      .selectFrom('company_card')
      .selectAll()
      .where('id', '=', cardId)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    if (!card) return null;
    const company = await getCompany(work, card.company_id);
    return { card, company, owner: await getPerson(work, await findCompanyOwner(work, card.company_id)) };
  });
  if (!found) return;
  const { card, company, owner } = found;
  const { host } = await brandForCompany(portal, card.company_id);
  const letter = cardExpiresMail({
    firstname: owner.firstname,
    company: company.company_name,
    card: `${nameOfCard(card.brand)} ending in ${card.last4}`,
    expires: formatCardExpiration(card),
  });
  await portal.mailTo({ accountId: owner.accountId }, { host, messageId }, letter);
}
