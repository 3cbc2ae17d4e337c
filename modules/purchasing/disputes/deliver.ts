import { brandForHost } from '#modules/enterprise/index.ts';
import { formatDate, formatReceiptAmount, type Portal } from '#modules/platform/index.ts';
import { cardDisputeMail } from '../mails.ts';
import { findCharge } from '../payment/charges.ts';
import { findPurchase } from '../purchases.ts';

/** @param reason as the provider writes it, such as `product_not_received` */
function wordsOf(reason: string): string {
  const words = reason.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Tells staff, at the portal's support address, the state of a dispute.
 * @param messageId the same for every run of one job, so that a second copy is recognized
 */
export async function deliverDisputeNotice(
  portal: Portal,
  { transactionId, disputeId }: { transactionId: string; disputeId: string },
  messageId: string,
): Promise<void> {
  const disputes = await portal.payments.listDisputes(transactionId);
  const dispute = disputes.find(({ id }) => id === disputeId);
  const found = await portal.work('purchasing.send-dispute-notice', async (work) => {
    const charge = await findCharge(work, transactionId);
    const purchase = charge && (await findPurchase(work, charge.purchase_id));
    return purchase ? { charge, purchase } : null;
  });
  if (!dispute || !found) return;
  const { charge, purchase } = found;
  const { support_email: address, timeZone } = await brandForHost(portal, null);
  const letter = cardDisputeMail({
    state: dispute.state,
    description: purchase.package_descrip,
    payer: charge.leg,
    amount: formatReceiptAmount(dispute.amount, dispute.currency),
    reason: wordsOf(dispute.reason),
    respondBy: dispute.respondBy && formatDate(dispute.respondBy, timeZone),
    payment: transactionId,
    path: `/admin/user/${charge.account_id}#checks`,
  });
  await portal.mailTo({ address }, { host: null, messageId }, letter);
}
