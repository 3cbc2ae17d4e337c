import { getPackage } from '#modules/applications/index.ts';
import { brandForCompany, brandForHost, findCompanyOwner, getCompany } from '#modules/enterprise/index.ts';
import { getPerson } from '#modules/identity/index.ts';
import { formatDate, formatReceiptAmount, type Portal } from '#modules/platform/index.ts';
import { cardExpiresMail, receiptMail } from './mails.ts';
import { findPurchase } from './purchases.ts';
import { formatCardExpiration, nameOfCard } from './rules.ts';

/** @param messageId the same for every run of one job, so that a second copy is known as one */
export async function deliverReceipt(portal: Portal, purchaseId: string, messageId: string): Promise<void> {
  const found = await portal.work('purchasing.send-receipt', async (work) => {
    const purchase = await findPurchase(work, purchaseId);
    if (!purchase?.paid_at) return null;
    const buyer = await getPerson(work, purchase.account_id);
    const bought = await getPackage(work, purchase.package_id, { withdrawn: true });
    return { purchase, paidAt: purchase.paid_at, buyer, provider: bought.provider };
  });
  if (!found) return;
  const { purchase, paidAt, buyer, provider } = found;
  const brand = await brandForHost(portal, purchase.brand_host);
  const letter = receiptMail({
    firstname: buyer.firstname,
    description: purchase.package_descrip,
    provider,
    orderDate: formatDate(paidAt, brand.timeZone),
    amount: formatReceiptAmount(purchase.amount_cents),
    path: `/user/purchase/purchasereceipt?purchaseid=${purchase.id}`,
  });
  const recipient = { accountId: purchase.account_id };
  await portal.mailTo(recipient, { host: purchase.brand_host, messageId }, letter);
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
