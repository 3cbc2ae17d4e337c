import type Stripe from 'stripe';
import type { ReadCard } from './cards.ts';
import { recordEvent } from './events.ts';
import { idOf, newObjectId } from './objects.ts';
import { type Confirmed, cancelIntent, confirmIntent, createIntent } from './payment-intents.ts';
import { addCard } from './payment-methods.ts';
import { invalidRequest, missingParameter, type ProblemFields, unexpectedState } from './problem.ts';
import { cancelSetup, confirmSetup, createSetup, type SetUp } from './setup-intents.ts';
import type { Store } from './store.ts';

type Session = Stripe.Checkout.Session;
type Created = Stripe.Checkout.SessionCreateParams;

const HOUR = 3600;

/** Parameters of the intent that is created when the person pays. No answer contains them. */
interface HiddenSession {
  intent: NonNullable<Created['payment_intent_data']>;
}

/** @param pageUrl the address of a session's hosted page */
export async function createSession(
  store: Store,
  params: Created,
  pageUrl: (id: string) => string,
): Promise<Session> {
  if (params.customer && params.customer_email) {
    throw invalidRequest(
      undefined,
      'You may only specify one of these parameters: customer, customer_email.',
    );
  }
  if (params.customer) await store.get('customer', params.customer, 'customer');
  const saves = params.mode === 'setup';
  const total = saves ? null : totalOf(params);
  const expiresAt = params.expires_at ?? store.seconds + 24 * HOUR;
  if (expiresAt < store.seconds + HOUR / 2 || expiresAt > store.seconds + 24 * HOUR) {
    throw invalidRequest(
      undefined,
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      'expires_at',
    );
  }
  const id = newObjectId('checkout.session');
  const setup = saves ? await createSessionSetup(store, params) : null;
  const session = {
    id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: store.seconds,
    currency: saves ? (params.currency ?? null) : 'usd',
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: params.customer ?? null,
    customer_account: null,
    customer_creation: params.customer || saves ? null : 'if_required',
    customer_details: null,
    customer_email: params.customer_email ?? null,
    discounts: [],
    expires_at: expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    line_items: lineItems(id, params.line_items ?? []),
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: (params.metadata ?? {}) as Stripe.Metadata,
    mode: params.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: saves ? 'always' : 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: saves ? 'no_payment_required' : 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: setup?.id ?? null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: params.success_url ?? null,
    total_details: saves ? null : { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: pageUrl(id),
    wallet_options: null,
  } as unknown as Session;
  const hidden: HiddenSession = { intent: params.payment_intent_data ?? {} };
  return store.add('checkout.session', session, hidden);
}

function totalOf({ line_items: items }: Created): number {
  if (!items) throw missingParameter('line_items');
  const total = items.reduce(
    (sum, item) => sum + (item.price_data?.unit_amount ?? 0) * (item.quantity ?? 1),
    0,
  );
  if (total < 50) {
    throw invalidRequest(
      'amount_too_small',
      "The Checkout Session's total amount due must add up to at least $0.50 usd",
    );
  }
  return total;
}

function createSessionSetup(store: Store, params: Created): Promise<Stripe.SetupIntent> {
  const { customer, setup_intent_data: given, line_items, payment_intent_data } = params;
  if (line_items || payment_intent_data) {
    throw invalidRequest(
      undefined,
      `You can not pass \`${line_items ? 'line_items' : 'payment_intent_data'}\` in \`setup\` mode.`,
    );
  }
  return createSetup(store, { ...given, ...(customer ? { customer } : {}), usage: 'off_session' });
}

function lineItems(sessionId: string, items: NonNullable<Created['line_items']>) {
  const data = items.map((item, index) => ({
    id: `li_${sessionId.slice(8, 30)}${index}`,
    object: 'item',
    amount_discount: 0,
    amount_subtotal: (item.price_data?.unit_amount ?? 0) * (item.quantity ?? 1),
    amount_tax: 0,
    amount_total: (item.price_data?.unit_amount ?? 0) * (item.quantity ?? 1),
    currency: 'usd',
    description: item.price_data?.product_data?.name ?? null,
    price: null,
    quantity: item.quantity ?? 1,
  }));
  return { object: 'list', data, has_more: false, url: `/v1/checkout/sessions/${sessionId}/line_items` };
}

/** An expired session is closed when it is next read. */
export async function getSession(store: Store, id: string): Promise<Session> {
  const session = await store.get('checkout.session', id);
  return session.status === 'open' && session.expires_at <= store.seconds ? close(store, session) : session;
}

export async function expireSession(store: Store, id: string): Promise<Session> {
  const session = await getSession(store, id);
  if (session.status !== 'open') {
    throw unexpectedState(
      'resource_invalid_state',
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      { param: 'session' },
    );
  }
  return close(store, session);
}

async function close(store: Store, session: Session): Promise<Session> {
  session.status = 'expired';
  session.url = null;
  const intent = idOf(session.payment_intent);
  if (intent) await cancelIntent(store, intent, { cancellation_reason: 'abandoned' });
  const setup = idOf(session.setup_intent);
  if (setup) await cancelSetup(store, setup, { cancellation_reason: 'abandoned' });
  await store.put('checkout.session', session);
  await recordEvent(store, 'checkout.session.expired', session);
  return session;
}

export type PagePayment =
  | { outcome: 'done' }
  | { outcome: 'closed' }
  | { outcome: 'challenge'; intentId: string }
  | { outcome: 'refused'; refused: ProblemFields };

/** The button of the hosted page. All tries use the same intent, so that a session is never paid twice. */
export async function paySession(
  store: Store,
  id: string,
  card: ReadCard,
  holder: { name: string; email: string; postalCode: string },
): Promise<PagePayment> {
  const session = await getSession(store, id);
  if (session.status === 'complete') return { outcome: 'done' };
  if (session.status !== 'open') return { outcome: 'closed' };
  const method = await addCard(store, card, holder);
  const setup = idOf(session.setup_intent);
  const confirmed = setup
    ? await confirmSetup(store, setup, { payment_method: method.id, use_stripe_sdk: true }, () => '')
    : await confirmIntent(
        store,
        idOf(session.payment_intent) ?? (await openIntent(store, session)),
        { payment_method: method.id, use_stripe_sdk: true },
        () => '',
      );
  session.customer_details = {
    address: method.billing_details.address,
    business_name: null,
    email: holder.email,
    individual_name: null,
    name: holder.name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  } as Session['customer_details'];
  await store.put('checkout.session', session);
  return followSession(store, session, confirmed);
}

/** Updates the session after its intent has changed. */
export async function followSession(
  store: Store,
  session: Session,
  confirmed: Confirmed | SetUp,
): Promise<PagePayment> {
  const { intent, refused } = confirmed;
  if (refused) return { outcome: 'refused', refused };
  if (intent.status === 'requires_action') return { outcome: 'challenge', intentId: intent.id };
  if (intent.status === 'canceled') return { outcome: 'closed' };
  if (session.status === 'open') {
    session.status = 'complete';
    if (session.mode === 'payment') session.payment_status = 'paid';
    session.url = null;
    await store.put('checkout.session', session);
    await recordEvent(store, 'checkout.session.completed', withoutItems(session));
  }
  return { outcome: 'done' };
}

async function openIntent(store: Store, session: Session): Promise<string> {
  const { intent: given } = await store.getHidden<HiddenSession>(session.id);
  const intent = await createIntent(store, {
    ...given,
    amount: session.amount_total ?? 0,
    currency: 'usd',
    ...(session.customer ? { customer: idOf(session.customer) ?? '' } : {}),
  } as Stripe.PaymentIntentCreateParams);
  session.payment_intent = intent.id;
  await store.put('checkout.session', session);
  return intent.id;
}

export async function findSessionOfIntent(store: Store, intentId: string): Promise<Session | undefined> {
  const field = intentId.startsWith('seti_') ? 'setup_intent' : 'payment_intent';
  const found = await store.list('checkout.session', '', { limit: 1 }, { [field]: intentId });
  const id = found.data[0]?.id;
  return id ? store.get('checkout.session', id) : undefined;
}

/** Line items are included only when expanded. */
export function withoutItems(session: Session): Session {
  const { line_items: _hidden, ...shown } = session;
  return shown;
}
