import { getPackage } from '#modules/applications/index.ts';
import { brandForCompany, brandForHost, findCompanyOwner, getCompany } from '#modules/enterprise/index.ts';
import { getPerson } from '#modules/identity/index.ts';
import {
  formatDate,
  formatReceiptAmount,
  type Letter,
  type MailAttachment,
  type Portal,
  type Work,
} from '#modules/platform/index.ts';
import { findCompanyCard } from './company-card/managing.ts';
import { findCardProblem } from './coupons/card-problem.ts';
import { describeCoupon } from './coupons/discounts.ts';
import {
  cardExpiresMail,
  couponChargeMail,
  couponRefusedMail,
  couponUnusableMail,
  receiptMail,
} from './mails.ts';
import { learnChargedCards } from './receipts/charged-cards.ts';
import { type ReceiptData, readReceipt, receiptFilename, renderReceipt } from './receipts/data.ts';
import { describeCard, formatCardExpiration } from './start/rules.ts';

/**
 * Mails the buyer the receipt of a paid purchase, with its PDF.
 * @param messageId the same for every run of one job, so that a second copy is recognized
 */
export async function deliverReceipt(portal: Portal, purchaseId: string, messageId: string): Promise<void> {
  await learnChargedCards(portal, purchaseId);
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
    lines: content.lines,
    words: content.words,
    path: `/user/purchase/purchasereceipt?purchaseid=${purchase.id}`,
  });
  const attachments = [await attachReceipt(portal, receipt)];
  const context = { host: purchase.brand_host, messageId, attachments };
  await portal.mailTo({ accountId: purchase.account_id }, context, letter);
}

/** The receipt as an attachment of a mail, in the time zone of the brand under which it was bought. */
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
  const found = await readOwnersCard(portal, cardId);
  if (!found) return;
  const { card, company, owner } = found;
  const letter = cardExpiresMail({
    firstname: owner.firstname,
    company: company.company_name,
    card: describeCard(card),
    expires: formatCardExpiration(card),
  });
  await mailOwner(portal, found, messageId, letter);
}

/**
 * Tells the owner that the company's card was declined for a coupon. Sends nothing about a card that has since been
 * removed, replaced or charged.
 */
export async function deliverCouponRefused(
  portal: Portal,
  companyId: string,
  messageId: string,
): Promise<void> {
  const found = await portal.work('purchasing.send-coupon-refused', (work) => readCard(work, companyId));
  const { card, company, owner } = found;
  if (!card?.refused_at) return;
  const letter = couponRefusedMail({
    firstname: owner.firstname,
    company: company.company_name,
    card: describeCard(card),
  });
  await mailOwner(portal, found, messageId, letter);
}

/** Tells the owner that a coupon of the company cannot be used. Sends nothing if there is a card by now that works. */
export async function deliverCouponUnusable(
  portal: Portal,
  companyId: string,
  messageId: string,
): Promise<void> {
  const found = await portal.work('purchasing.send-coupon-unusable', async (work) => ({
    problem: await findCardProblem(work, companyId),
    ...(await readCard(work, companyId)),
  }));
  const { problem, card, company, owner } = found;
  if (!problem) return;
  const letter = couponUnusableMail({
    firstname: owner.firstname,
    company: company.company_name,
    problem,
    card: card ? describeCard(card) : null,
  });
  await mailOwner(portal, found, messageId, letter);
}

async function readCard(work: Work, companyId: string) {
  return { card: await findCompanyCard(work, companyId), ...(await readOwner(work, companyId)) };
}

/** Tells the owner what a redeemed coupon cost. */
export async function deliverCouponCharge(
  portal: Portal,
  purchaseId: string,
  messageId: string,
): Promise<void> {
  await learnChargedCards(portal, purchaseId);
  const found = await portal.work('purchasing.send-coupon-charge', async (work) => {
    const charge = await findCompanyCharge(work, purchaseId);
    return charge && { charge, ...(await readOwner(work, charge.company_id)) };
  });
  if (!found) return;
  const { charge, company, owner } = found;
  const { timeZone } = await brandForCompany(portal, charge.company_id);
  const letter = couponChargeMail({
    firstname: owner.firstname,
    company: company.company_name,
    redeemer: `${charge.firstname} ${charge.lastname}`,
    coupon: describeCoupon(charge),
    description: charge.package_descrip,
    amount: formatReceiptAmount(charge.company_cents),
    card: describeCard(charge),
    date: formatDate(charge.charged_at, timeZone),
  });
  await mailOwner(portal, found, messageId, letter);
}

function findCompanyCharge({ db }: Pick<Work, 'db'>, purchaseId: string) {
  return db
    .selectFrom('payment_attempt as attempt')
    .innerJoin('purchase', 'purchase.id', 'attempt.purchase_id')
    .innerJoin('coupon', 'coupon.id', 'purchase.coupon_id')
    .innerJoin('coupon_type as type', 'type.id', 'coupon.coupon_type_id')
    .innerJoin('company_card as card', 'card.id', 'attempt.company_card_id')
    .innerJoin('account as buyer', 'buyer.id', 'purchase.account_id')
    .select([
      'purchase.package_descrip',
      'purchase.company_cents',
      'attempt.ended_at as charged_at',
      'type.company_id',
      'type.code_type',
      'type.amount',
      'card.brand',
      'card.last4',
      'buyer.firstname',
      'buyer.lastname',
    ])
    .where('attempt.purchase_id', '=', purchaseId)
    .where('attempt.state', '=', 'paid')
    .$narrowType<{ charged_at: Date }>()
    .executeTakeFirst();
}

async function readOwnersCard(portal: Portal, cardId: string) {
  return portal.work('purchasing.read-owners-card', async (work) => {
    const card = await work.db
      .selectFrom('company_card')
      .selectAll()
      .where('id', '=', cardId)
      .where('removed_at', 'is', null)
      .executeTakeFirst();
    return card ? { card, ...(await readOwner(work, card.company_id)) } : null;
  });
}

async function readOwner(work: Work, companyId: string) {
  const company = await getCompany(work, companyId);
  return { company, owner: await getPerson(work, await findCompanyOwner(work, companyId)) };
}

type OwnerOfCompany = Awaited<ReturnType<typeof readOwner>>;

async function mailOwner(
  portal: Portal,
  { company, owner }: OwnerOfCompany,
  messageId: string,
  letter: Letter,
): Promise<void> {
  const { host } = await brandForCompany(portal, company.companyId);
  await portal.mailTo({ accountId: owner.accountId }, { host, messageId }, letter);
}
