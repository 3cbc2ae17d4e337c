import { getPackage } from '#modules/applications/index.ts';
import { brandForHost } from '#modules/enterprise/index.ts';
import { getPerson } from '#modules/identity/index.ts';
import { formatDate, formatReceiptAmount, type Portal } from '#modules/platform/index.ts';
import { receiptMail } from './mails.ts';
import { findPurchase } from './purchases.ts';

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
