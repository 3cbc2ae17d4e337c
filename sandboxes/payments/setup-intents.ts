import type Stripe from 'stripe';
import { recordEvent } from './events.ts';
import { idOf, newObjectId, randomToken } from './objects.ts';
import { attachMethod, behaviorOf, resolveMethod } from './payment-methods.ts';
import { type ProblemFields, unexpectedState } from './problem.ts';
import type { Store } from './store.ts';

type Setup = Stripe.SetupIntent;

export interface SetUp {
  intent: Setup;
  refused?: ProblemFields;
}

export async function createSetup(
  store: Store,
  params: Omit<Stripe.SetupIntentCreateParams, 'expand'>,
): Promise<Setup> {
  if (params.customer) await store.get('customer', params.customer, 'customer');
  const id = newObjectId('setup_intent');
  const intent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: {
      allow_redirects: params.automatic_payment_methods?.allow_redirects ?? 'always',
      enabled: true,
    },
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomToken(25)}`,
    created: store.seconds,
    customer: params.customer ?? null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    managed_payments: null,
    mandate: null,
    metadata: (params.metadata ?? {}) as Stripe.Metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: params.usage ?? 'off_session',
  } as Setup;
  if (params.payment_method) {
    intent.payment_method = (await resolveMethod(store, params.payment_method)).id;
    intent.status = 'requires_confirmation';
  }
  await store.add('setup_intent', intent);
  await recordEvent(store, 'setup_intent.created', intent);
  return intent;
}

/** @param challengeUrl the address of the bank's authentication page for an intent */
export async function confirmSetup(
  store: Store,
  id: string,
  options: { payment_method?: string; return_url?: string; use_stripe_sdk?: boolean },
  challengeUrl: (intent: Setup) => string,
): Promise<SetUp> {
  const intent = await store.get('setup_intent', id);
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) {
    throw unexpectedState(
      'setup_intent_unexpected_state',
      `You cannot confirm this SetupIntent because it has a status of ${intent.status}.`,
      { setup_intent: intent },
    );
  }
  if (options.payment_method) intent.payment_method = (await resolveMethod(store, options.payment_method)).id;
  const methodId = idOf(intent.payment_method);
  if (!methodId) {
    throw unexpectedState(
      'setup_intent_unexpected_state',
      "You cannot confirm this SetupIntent because it's missing a payment method.",
      { setup_intent: intent },
    );
  }
  const behavior = await behaviorOf(store, methodId);
  if (!behavior.challenge)
    return finish(store, intent, behavior.decline && { type: 'card_error', ...behavior.decline });
  intent.status = 'requires_action';
  const url = challengeUrl(intent);
  intent.next_action = options.use_stripe_sdk
    ? ({
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect', url },
      } as Setup['next_action'])
    : { type: 'redirect_to_url', redirect_to_url: { url, return_url: options.return_url ?? null } };
  await store.put('setup_intent', intent);
  await recordEvent(store, 'setup_intent.requires_action', intent);
  return { intent };
}

export async function finishSetupChallenge(store: Store, id: string, passed: boolean): Promise<SetUp> {
  const intent = await store.get('setup_intent', id);
  if (intent.status !== 'requires_action') return { intent };
  if (passed) {
    // The bank knows the card from now on, so later payments with it need no authentication.
    await store.client.query(`update sandbox.stripe_object set hidden = hidden - 'challenge' where id = $1`, [
      idOf(intent.payment_method),
    ]);
    return finish(store, intent, undefined);
  }
  return finish(store, intent, {
    type: 'invalid_request_error',
    code: 'setup_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  });
}

async function finish(store: Store, intent: Setup, error: ProblemFields | undefined): Promise<SetUp> {
  intent.next_action = null;
  if (error) {
    intent.status = 'requires_payment_method';
    intent.payment_method = null;
    intent.last_setup_error = error as unknown as Setup['last_setup_error'];
    await store.put('setup_intent', intent);
    await recordEvent(store, 'setup_intent.setup_failed', intent);
    return { intent, refused: { ...error, setup_intent: intent } };
  }
  intent.status = 'succeeded';
  intent.last_setup_error = null;
  const customer = idOf(intent.customer);
  const method = idOf(intent.payment_method);
  if (customer && method) await attachMethod(store, method, customer);
  await store.put('setup_intent', intent);
  await recordEvent(store, 'setup_intent.succeeded', intent);
  return { intent };
}

export async function cancelSetup(
  store: Store,
  id: string,
  params: Stripe.SetupIntentCancelParams,
): Promise<Setup> {
  const intent = await store.get('setup_intent', id);
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw unexpectedState(
      'setup_intent_unexpected_state',
      `You cannot cancel this SetupIntent because it has a status of ${intent.status}.`,
      { setup_intent: intent },
    );
  }
  intent.status = 'canceled';
  intent.next_action = null;
  intent.cancellation_reason = params.cancellation_reason ?? null;
  await store.put('setup_intent', intent);
  await recordEvent(store, 'setup_intent.canceled', intent);
  return intent;
}
