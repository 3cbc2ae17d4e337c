import type Stripe from 'stripe';
import type { Decline } from './cards.ts';
import { recordEvent } from './events.ts';
import { newObjectId } from './objects.ts';
import type { Store } from './store.ts';

/** One attempt to charge an intent: succeeded (captured, or held until captured) or failed. */
export async function addCharge(
  store: Store,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline | undefined,
): Promise<Stripe.Charge> {
  const captured = !decline && intent.capture_method !== 'manual';
  const charge = {
    id: newObjectId('charge'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: captured ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'SHIELDHUB SANDBOX',
    captured,
    created: store.seconds,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: decline ? 'declined_by_network' : 'approved_by_network',
      reason: decline?.decline_code ?? decline?.code ?? null,
      risk_level: 'normal',
      seller_message: decline
        ? 'The bank did not return any further details with this decline.'
        : 'Payment complete.',
      type: decline ? 'issuer_declined' : 'authorized',
    },
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      card: {
        amount_authorized: intent.amount,
        authorization_code: null,
        brand: method.card?.brand ?? null,
        checks: method.card?.checks ?? null,
        country: 'US',
        electronic_commerce_indicator: null,
        exp_month: method.card?.exp_month ?? 1,
        exp_year: method.card?.exp_year ?? 2000,
        fingerprint: method.card?.fingerprint ?? null,
        funding: method.card?.funding ?? null,
        installments: null,
        last4: method.card?.last4 ?? null,
        mandate: null,
        network: method.card?.brand ?? null,
        network_transaction_id: null,
        regulated_status: 'unregulated',
        three_d_secure: null,
        transaction_link_id: null,
        wallet: null,
      },
      type: 'card',
    },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  } as Stripe.Charge;
  await store.add('charge', charge);
  await recordEvent(store, decline ? 'charge.failed' : 'charge.succeeded', charge);
  return charge;
}
