import type Stripe from 'stripe';
import type { CardBehavior, CardDispute, Decline } from './cards.ts';
import { addCharge } from './charges.ts';
import { mergeMetadata } from './customers.ts';
import { openDispute } from './disputes.ts';
import { recordEvent } from './events.ts';
import { idOf, newObjectId, randomToken } from './objects.ts';
import { behaviorOf, requireUsable, resolveMethod } from './payment-methods.ts';
import { invalidRequest, type ProblemFields, unexpectedState } from './problem.ts';
import type { Store } from './store.ts';

type Intent = Stripe.PaymentIntent;

/** In cents: the smallest amount that Stripe accepts (in US dollars). */
const MINIMUM = 50;

/** The result of a confirmation. A declined one is stored, so it must not be thrown, which would roll back. */
export interface Confirmed {
  intent: Intent;
  refused?: ProblemFields;
}

export async function createIntent(
  store: Store,
  params: Omit<Stripe.PaymentIntentCreateParams, 'expand'>,
): Promise<Intent> {
  if (params.amount < MINIMUM) {
    throw invalidRequest('amount_too_small', 'Amount must be at least $0.50 usd', 'amount');
  }
  if (params.customer) await store.get('customer', params.customer, 'customer');
  const id = newObjectId('payment_intent');
  const redirects = params.automatic_payment_methods?.allow_redirects ?? 'always';
  const intent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: params.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: { allow_redirects: redirects, enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: params.capture_method ?? 'automatic_async',
    client_secret: `${id}_secret_${randomToken(25)}`,
    confirmation_method: 'automatic',
    created: store.seconds,
    currency: params.currency,
    customer: params.customer ?? null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: (params.metadata ?? {}) as Stripe.Metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: params.receipt_email ?? null,
    review: null,
    setup_future_usage: params.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  } as Intent;
  if (params.payment_method) {
    const method = await resolveMethod(store, params.payment_method);
    await requireUsable(store, method, idOf(intent.customer));
    intent.payment_method = method.id;
    intent.status = 'requires_confirmation';
  }
  await store.add('payment_intent', intent);
  await recordEvent(store, 'payment_intent.created', intent);
  return intent;
}

export async function updateIntent(
  store: Store,
  id: string,
  params: Stripe.PaymentIntentUpdateParams,
): Promise<Intent> {
  const intent = await store.get('payment_intent', id);
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) {
    throw unexpectedState(
      'payment_intent_unexpected_state',
      `This PaymentIntent could not be updated because it has a status of ${intent.status}.`,
      { payment_intent: intent },
    );
  }
  if (params.amount !== undefined) intent.amount = params.amount;
  if (params.description !== undefined) intent.description = params.description;
  if (params.receipt_email !== undefined) intent.receipt_email = params.receipt_email || null;
  if (params.metadata !== undefined) intent.metadata = mergeMetadata(intent.metadata, params.metadata);
  if (params.customer !== undefined) {
    intent.customer = (await store.get('customer', params.customer, 'customer')).id;
  }
  if (params.payment_method !== undefined) {
    intent.payment_method = (await resolveMethod(store, params.payment_method)).id;
    intent.status = 'requires_confirmation';
  }
  return store.put('payment_intent', intent);
}

export interface ConfirmOptions {
  payment_method?: string | undefined;
  return_url?: string | undefined;
  /** Whether Stripe's script shows the authentication in the page. Otherwise the browser is redirected to it. */
  use_stripe_sdk?: boolean | undefined;
  off_session?: unknown;
}

/** @param challengeUrl the address of the bank's authentication page for an intent */
export async function confirmIntent(
  store: Store,
  id: string,
  options: ConfirmOptions,
  challengeUrl: (intent: Intent) => string,
): Promise<Confirmed> {
  const intent = await store.get('payment_intent', id);
  refuseUnlessConfirmable(intent);
  if (options.payment_method) intent.payment_method = (await resolveMethod(store, options.payment_method)).id;
  const methodId = idOf(intent.payment_method);
  if (!methodId) {
    throw unexpectedState(
      'payment_intent_unexpected_state',
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      { payment_intent: intent },
    );
  }
  if (
    intent.automatic_payment_methods?.allow_redirects !== 'never' &&
    !options.return_url &&
    !options.use_stripe_sdk
  ) {
    throw invalidRequest(
      undefined,
      "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
    );
  }
  const behavior = await behaviorOf(store, methodId);
  if (behavior.challenge && !options.off_session) {
    intent.status = 'requires_action';
    intent.last_payment_error = null;
    intent.next_action = nextAction(options, challengeUrl(intent));
    await store.put('payment_intent', intent);
    await recordEvent(store, 'payment_intent.requires_action', intent);
    return { intent };
  }
  const decline = behavior.challenge ? authenticationRequired : behavior.decline;
  return settle(store, intent, decline, behavior.dispute);
}

const authenticationRequired: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

function nextAction(options: ConfirmOptions, url: string): Intent['next_action'] {
  if (options.use_stripe_sdk) return { type: 'use_stripe_sdk', use_stripe_sdk: { url } };
  return { type: 'redirect_to_url', redirect_to_url: { url, return_url: options.return_url ?? null } };
}

function refuseUnlessConfirmable(intent: Intent): void {
  if (['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) return;
  const why =
    intent.status === 'succeeded'
      ? 'it has already succeeded after being previously confirmed'
      : `it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action`;
  throw unexpectedState(
    'payment_intent_unexpected_state',
    `You cannot confirm this PaymentIntent because ${why}.`,
    {
      payment_intent: intent,
    },
  );
}

/** Handles the answer from the sandbox's authentication page. */
export async function finishChallenge(store: Store, id: string, passed: boolean): Promise<Confirmed> {
  const intent = await store.get('payment_intent', id);
  const methodId = idOf(intent.payment_method);
  if (intent.status !== 'requires_action' || !methodId) return { intent };
  if (passed) {
    const behavior: CardBehavior = await behaviorOf(store, methodId);
    return settle(store, intent, behavior.decline, behavior.dispute);
  }
  return fail(store, intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  });
}

async function settle(
  store: Store,
  intent: Intent,
  decline: Decline | undefined,
  dispute?: CardDispute,
): Promise<Confirmed> {
  const method = await store.get('payment_method', idOf(intent.payment_method) ?? '');
  const charge = await addCharge(store, intent, method, decline);
  intent.latest_charge = charge.id;
  intent.next_action = null;
  if (decline) return fail(store, intent, { type: 'card_error', ...decline, charge: charge.id }, method);
  intent.last_payment_error = null;
  if (intent.capture_method === 'manual') {
    intent.status = 'requires_capture';
    intent.amount_capturable = intent.amount;
  } else {
    intent.status = 'succeeded';
    intent.amount_received = intent.amount;
  }
  await store.put('payment_intent', intent);
  await recordEvent(
    store,
    intent.status === 'succeeded' ? 'payment_intent.succeeded' : 'payment_intent.amount_capturable_updated',
    intent,
  );
  if (dispute && charge.captured) await openDispute(store, charge, dispute);
  return { intent };
}

async function fail(
  store: Store,
  intent: Intent,
  error: ProblemFields,
  method?: Stripe.PaymentMethod,
): Promise<Confirmed> {
  const shown = { ...error, ...(method ? { payment_method: method } : {}) };
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.next_action = null;
  intent.last_payment_error = shown as unknown as Intent['last_payment_error'];
  await store.put('payment_intent', intent);
  await recordEvent(store, 'payment_intent.payment_failed', intent);
  return { intent, refused: { ...shown, payment_intent: intent } };
}

/**
 * In milliseconds: how long the bank holds an amount for a payment without the cardholder. That of Visa, which is the
 * shortest.
 */
const HELD_FOR = 5 * 24 * 60 * 60 * 1000;

/** An intent in its current state. If its hold has ended, it is canceled. */
export async function getIntent(store: Store, id: string): Promise<Intent> {
  const intent = await store.get('payment_intent', id, 'intent');
  if (intent.status !== 'requires_capture') return intent;
  const charge = await store.get('charge', idOf(intent.latest_charge) ?? '');
  if (store.now.getTime() - charge.created * 1000 < HELD_FOR) return intent;
  return endIntent(store, intent, 'automatic');
}

export async function captureIntent(
  store: Store,
  id: string,
  params: Stripe.PaymentIntentCaptureParams,
): Promise<Intent> {
  const intent = await getIntent(store, id);
  if (intent.status !== 'requires_capture') {
    throw unexpectedState(
      'payment_intent_unexpected_state',
      `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
      { payment_intent: intent },
    );
  }
  const amount = params.amount_to_capture ?? intent.amount_capturable;
  if (amount > intent.amount_capturable) {
    throw invalidRequest(
      'amount_too_large',
      'The remaining amount to capture is too small.',
      'amount_to_capture',
    );
  }
  const charge = await store.get('charge', idOf(intent.latest_charge) ?? '');
  charge.captured = true;
  charge.amount_captured = amount;
  await store.put('charge', charge);
  await recordEvent(store, 'charge.captured', charge);
  intent.status = 'succeeded';
  intent.amount_received = amount;
  intent.amount_capturable = 0;
  if (params.metadata) intent.metadata = mergeMetadata(intent.metadata, params.metadata);
  await store.put('payment_intent', intent);
  await recordEvent(store, 'payment_intent.succeeded', intent);
  const { dispute } = await behaviorOf(store, idOf(intent.payment_method) ?? '');
  if (dispute) await openDispute(store, charge, dispute);
  return intent;
}

const cancelable = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
];

export async function cancelIntent(
  store: Store,
  id: string,
  params: Stripe.PaymentIntentCancelParams,
): Promise<Intent> {
  const intent = await getIntent(store, id);
  if (!cancelable.includes(intent.status)) {
    throw unexpectedState(
      'payment_intent_unexpected_state',
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${cancelable.join(', ')}.`,
      { payment_intent: intent },
    );
  }
  return endIntent(store, intent, params.cancellation_reason ?? null);
}

async function endIntent(
  store: Store,
  intent: Intent,
  reason: Intent['cancellation_reason'],
): Promise<Intent> {
  if (intent.status === 'requires_capture') await releaseCharge(store, intent);
  intent.status = 'canceled';
  intent.canceled_at = store.seconds;
  intent.cancellation_reason = reason;
  intent.amount_capturable = 0;
  intent.next_action = null;
  await store.put('payment_intent', intent);
  await recordEvent(store, 'payment_intent.canceled', intent);
  return intent;
}

/** The part of a held amount that was not taken counts as refunded. */
async function releaseCharge(store: Store, intent: Intent): Promise<void> {
  const charge = await store.get('charge', idOf(intent.latest_charge) ?? '');
  charge.amount_refunded = charge.amount;
  charge.refunded = true;
  await store.put('charge', charge);
}
