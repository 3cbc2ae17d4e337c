import type Stripe from 'stripe';
import { SECOND } from '../browser.ts';
import type { ProviderMovement } from './port.ts';

/** Lists the money that Stripe has moved, to compare it with the ledger. */

/** Every payment of the portal has the id of its purchase. */
function isOurs(intent: Pick<Stripe.PaymentIntent, 'metadata'>): boolean {
  return intent.metadata.purchase_id !== undefined;
}

function ofIntent({ id, amount_received, currency }: Stripe.PaymentIntent): ProviderMovement {
  return { id, cents: amount_received, currency };
}

function ofRefund({ id, amount, currency, status }: Stripe.Refund): ProviderMovement {
  const failed = status === 'failed' || status === 'canceled';
  return { id, cents: failed ? 0 : -amount, currency };
}

function ofDispute({ id, balance_transactions, currency }: Stripe.Dispute): ProviderMovement {
  return { id, cents: balance_transactions.reduce((sum, { amount }) => sum + amount, 0), currency };
}

export async function listMovements(stripe: Stripe, since: Date): Promise<ProviderMovement[]> {
  const created = { gte: Math.floor(since.getTime() / SECOND) };
  const movements: ProviderMovement[] = [];
  // Lists charges, because a charge is created when it is paid, but the payment of a hosted page when the page is
  // opened.
  const charges = stripe.charges.list({ created, limit: 100, expand: ['data.payment_intent'] });
  for await (const charge of charges) {
    const intent = charge.payment_intent;
    if (!charge.paid || !charge.captured || typeof intent !== 'object' || !intent || !isOurs(intent))
      continue;
    movements.push(ofIntent(intent));
  }
  const refunds = stripe.refunds.list({
    created,
    limit: 100,
    expand: ['data.payment_intent', 'data.charge'],
  });
  for await (const refund of refunds) {
    const { payment_intent: intent, charge } = refund;
    if (typeof intent !== 'object' || !intent || !isOurs(intent)) continue;
    // An amount that was only held and then released was never taken.
    if (typeof charge === 'object' && charge && !charge.captured) continue;
    movements.push(ofRefund(refund));
  }
  const disputes = stripe.disputes.list({ created, limit: 100, expand: ['data.payment_intent'] });
  for await (const dispute of disputes) {
    const { payment_intent: intent } = dispute;
    if (typeof intent === 'object' && intent && isOurs(intent)) movements.push(ofDispute(dispute));
  }
  return movements;
}

export async function findMovement(stripe: Stripe, id: string): Promise<ProviderMovement> {
  if (id.startsWith('pi_')) return ofIntent(await stripe.paymentIntents.retrieve(id));
  if (/^(du|dp)_/.test(id)) return ofDispute(await stripe.disputes.retrieve(id));
  return ofRefund(await stripe.refunds.retrieve(id));
}
