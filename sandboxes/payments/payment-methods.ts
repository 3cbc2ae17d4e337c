import type Stripe from 'stripe';
import { type CardBehavior, findTestMethod, type ReadCard } from './cards.ts';
import { recordEvent } from './events.ts';
import { idOf, newObjectId } from './objects.ts';
import { invalidRequest } from './problem.ts';
import type { Store } from './store.ts';

export interface Cardholder {
  name: string | null;
  email: string | null;
  postalCode: string | null;
}

const nobody: Cardholder = { name: null, email: null, postalCode: null };

/** Stores a card's brand and last four digits, and the result of payments with it, but never its number. */
export async function addCard(
  store: Store,
  card: ReadCard,
  holder: Cardholder = nobody,
): Promise<Stripe.PaymentMethod> {
  const checked = 'pass';
  const method = {
    id: newObjectId('payment_method'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: {
        city: null,
        country: holder.postalCode ? 'US' : null,
        line1: null,
        line2: null,
        postal_code: holder.postalCode,
        state: null,
      },
      email: holder.email,
      name: holder.name,
      phone: null,
      tax_id: null,
    },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: checked },
      country: 'US',
      display_brand: card.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: `sandbox${card.last4}`,
      funding: card.funding,
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: store.seconds,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  } as Stripe.PaymentMethod;
  return store.add('payment_method', method, card.behavior);
}

/** A stored payment method, or a new one for a documented test id such as `pm_card_visa`. */
export async function resolveMethod(
  store: Store,
  id: string,
  param = 'payment_method',
): Promise<Stripe.PaymentMethod> {
  const test = findTestMethod(id);
  if (test) return addCard(store, { ...test, expMonth: 12, expYear: store.now.getUTCFullYear() + 5 });
  return store.get('payment_method', id, param);
}

/** A saved card can pay only for the customer it is attached to. A detached card cannot pay any more. */
export async function requireUsable(
  store: Store,
  method: Stripe.PaymentMethod,
  customer: string | null,
): Promise<void> {
  const owner = idOf(method.customer);
  if (owner === customer && owner !== null) return;
  const { detached } = await store.getHidden<{ detached?: boolean }>(method.id);
  if (detached) {
    throw invalidRequest(
      undefined,
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
      'payment_method',
    );
  }
  if (owner !== null) {
    throw invalidRequest(
      undefined,
      customer === null
        ? `The PaymentMethod ${method.id} belongs to the Customer ${owner}. Please include the Customer in the \`customer\` parameter on the PaymentIntent.`
        : `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`,
      'payment_method',
    );
  }
}

export function behaviorOf(store: Store, methodId: string): Promise<CardBehavior> {
  return store.getHidden<CardBehavior>(methodId);
}

export async function attachMethod(
  store: Store,
  id: string,
  customerId: string,
): Promise<Stripe.PaymentMethod> {
  await store.get('customer', customerId, 'customer');
  const method = await resolveMethod(store, id);
  if (method.customer && idOf(method.customer) !== customerId) {
    throw invalidRequest(
      'payment_method_unexpected_state',
      'The payment method you provided has already been attached to a customer.',
      'payment_method',
    );
  }
  method.customer = customerId;
  await store.put('payment_method', method);
  await recordEvent(store, 'payment_method.attached', method);
  return method;
}

export async function detachMethod(store: Store, id: string): Promise<Stripe.PaymentMethod> {
  const method = await store.get('payment_method', id);
  if (!method.customer) {
    throw invalidRequest(
      'payment_method_unexpected_state',
      'The payment method you provided is not attached to a customer so detachment is impossible.',
      'payment_method',
    );
  }
  method.customer = null;
  await store.put('payment_method', method);
  await store.client.query(
    `update sandbox.stripe_object set hidden = hidden || '{"detached": true}' where id = $1`,
    [id],
  );
  await recordEvent(store, 'payment_method.detached', method);
  return method;
}
