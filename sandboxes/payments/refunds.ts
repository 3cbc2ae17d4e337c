import type Stripe from 'stripe';
import { recordEvent } from './events.ts';
import { idOf, newObjectId } from './objects.ts';
import { invalidRequest } from './problem.ts';
import type { Store } from './store.ts';

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/** Refunds a part or all of a charge, but never more than remains of it. */
export async function createRefund(store: Store, params: Stripe.RefundCreateParams): Promise<Stripe.Refund> {
  const charge = await findCharge(store, params);
  if (charge.refunded) {
    throw invalidRequest('charge_already_refunded', `Charge ${charge.id} has already been refunded.`);
  }
  if (await isChargedBack(store, charge)) {
    throw invalidRequest(
      'charge_disputed',
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
    );
  }
  const left = charge.amount_captured - charge.amount_refunded;
  const amount = params.amount ?? left;
  if (amount > left) {
    throw invalidRequest(
      undefined,
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      'amount',
    );
  }
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount_captured;
  await store.put('charge', charge);
  const refund = {
    id: newObjectId('refund'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: store.seconds,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: { card: { type: 'refund' }, type: 'card' },
    metadata: (params.metadata || {}) as Stripe.Metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  } as Stripe.Refund;
  await store.add('refund', refund);
  await recordEvent(store, 'refund.created', refund);
  await recordEvent(store, 'charge.refunded', charge);
  return refund;
}

/** A charge can still be refunded after an inquiry or after a dispute that was won. */
async function isChargedBack(store: Store, { id, disputed }: Stripe.Charge): Promise<boolean> {
  if (!disputed) return false;
  const { data } = await store.list('dispute', '/v1/disputes', {}, { charge: id });
  return data.some((dispute) => !dispute.is_charge_refundable && dispute.status !== 'won');
}

async function findCharge(store: Store, params: Stripe.RefundCreateParams): Promise<Stripe.Charge> {
  if (!params.charge === !params.payment_intent) {
    throw invalidRequest(
      'parameter_missing',
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  }
  let chargeId = params.charge ?? null;
  if (params.payment_intent) {
    const intent = await store.get('payment_intent', params.payment_intent, 'payment_intent');
    if (intent.status === 'succeeded') chargeId = idOf(intent.latest_charge);
  }
  if (!chargeId) {
    throw invalidRequest(
      undefined,
      `This PaymentIntent (${params.payment_intent}) does not have a successful charge to refund.`,
      'payment_intent',
    );
  }
  const charge = await store.get('charge', chargeId, 'charge');
  if (!charge.paid || !charge.captured) {
    throw invalidRequest(
      undefined,
      `Charge ${charge.id} has not been captured and cannot be refunded.`,
      'charge',
    );
  }
  return charge;
}
