/** Converts Stripe's objects to those of the port. */
import type Stripe from 'stripe';
import { SECOND } from '../browser.ts';
import type {
  CardSetup,
  DisputedPayment,
  EventReceiver,
  Payment,
  PaymentEvent,
  PaymentReferences,
  ProviderDispute,
  ProviderRefund,
  SavedCard,
} from './port.ts';

export function writeReferences(references: PaymentReferences): Record<string, string> {
  return { purchase_id: references.purchaseId, attempt_id: references.attemptId };
}

function readReferences(metadata: Stripe.Metadata | null): Partial<PaymentReferences> {
  return { purchaseId: metadata?.purchase_id, attemptId: metadata?.attempt_id };
}

const intentStates: Record<string, Payment['state']> = {
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'open',
  processing: 'processing',
  requires_capture: 'authorized',
  succeeded: 'paid',
  canceled: 'closed',
};

export function readIntent(intent: Stripe.PaymentIntent): Payment {
  const state = intentStates[intent.status] ?? 'processing';
  return {
    id: intent.id,
    state,
    amount: state === 'paid' ? intent.amount_received : intent.amount,
    currency: intent.currency,
    transactionId: intent.id,
    declined: wordsOf(intent.last_payment_error),
    handover: state === 'open' ? intent.client_secret : null,
    references: readReferences(intent.metadata),
  };
}

export function readSession(session: Stripe.Checkout.Session): Payment {
  const state = sessionState(session);
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  return {
    id: session.id,
    state,
    amount: session.amount_total ?? 0,
    currency: session.currency ?? '',
    transactionId: intent?.id ?? (session.payment_intent as string | null),
    declined: wordsOf(intent?.last_payment_error),
    handover: state === 'open' ? session.url : null,
    references: readReferences(session.metadata),
  };
}

/** An error without a message is still a refusal, so its text is empty, not null. */
function wordsOf(error: { message?: string } | null | undefined): string | null {
  return error ? (error.message ?? '') : null;
}

const setupStates: Record<string, CardSetup['state']> = {
  requires_payment_method: 'open',
  requires_confirmation: 'open',
  requires_action: 'open',
  processing: 'processing',
  succeeded: 'done',
  canceled: 'closed',
};

export function readSetup(intent: Stripe.SetupIntent): CardSetup {
  const state = setupStates[intent.status] ?? 'processing';
  return {
    id: intent.id,
    state,
    createdAt: new Date(intent.created * SECOND),
    customerId: idOf(intent.customer),
    card: state === 'done' ? readCard(intent.payment_method) : null,
    declined: wordsOf(intent.last_setup_error),
    handover: state === 'open' ? intent.client_secret : null,
  };
}

export function readSetupSession(session: Stripe.Checkout.Session): CardSetup {
  const intent = typeof session.setup_intent === 'object' ? session.setup_intent : null;
  const setup = intent && readSetup(intent);
  const ended = session.status === 'expired' ? 'closed' : 'open';
  return {
    id: session.id,
    state: setup?.state === 'done' ? 'done' : ended,
    createdAt: new Date(session.created * SECOND),
    customerId: idOf(session.customer),
    card: setup?.card ?? null,
    declined: setup?.declined ?? null,
    handover: session.status === 'open' ? session.url : null,
  };
}

function readCard(method: string | Stripe.PaymentMethod | null): SavedCard | null {
  if (!method || typeof method === 'string' || !method.card) return null;
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card;
  return { id: method.id, brand, last4, expMonth, expYear };
}

/** The card of a payment whose latest charge was expanded. */
export function readChargedCard({
  latest_charge: charge,
}: Stripe.PaymentIntent): Pick<SavedCard, 'brand' | 'last4'> | null {
  const card = typeof charge === 'object' ? charge?.payment_method_details?.card : null;
  return card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : null;
}

function idOf(field: string | { id: string } | null): string | null {
  return typeof field === 'object' && field !== null ? field.id : field;
}

function sessionState(session: Stripe.Checkout.Session): Payment['state'] {
  if (session.status === 'complete') return session.payment_status === 'paid' ? 'paid' : 'processing';
  return session.status === 'expired' ? 'closed' : 'open';
}

export function readRefund(refund: Stripe.Refund): ProviderRefund {
  const failed = refund.status === 'failed' || refund.status === 'canceled';
  return {
    id: refund.id,
    amount: refund.amount,
    currency: refund.currency,
    state: failed ? 'failed' : refund.status === 'succeeded' ? 'done' : 'processing',
  };
}

const disputeStates: Record<string, ProviderDispute['state']> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'closed',
  prevented: 'closed',
  won: 'won',
  lost: 'lost',
};

export function readDispute(dispute: Stripe.Dispute): ProviderDispute {
  const moved = dispute.balance_transactions.map(({ amount }) => amount);
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const answerable = dispute.status.endsWith('needs_response');
  const { due_by: due } = dispute.evidence_details;
  return {
    id: dispute.id,
    state: disputeStates[dispute.status] ?? 'open',
    amount: dispute.amount,
    currency: dispute.currency,
    reason: dispute.reason,
    respondBy: answerable && due ? new Date(due * SECOND) : null,
    withdrawn: 0 - sum(moved.filter((amount) => amount < 0)),
    returned: sum(moved.filter((amount) => amount > 0)),
  };
}

export function readEvent({ id, type, data: { object } }: Stripe.Event): PaymentEvent {
  const kinded = object as Kinded;
  const payment = readEventPayment(kinded);
  return {
    id,
    type,
    payment: payment && { ...payment, handover: null },
    setupId: readEventSetup(kinded),
    refundOf: readEventRefund(kinded),
    disputed: readEventDispute(type, kinded),
  };
}

/** An address to which Stripe sends events. */
export function readReceiver({ url, status, enabled_events }: Stripe.WebhookEndpoint): EventReceiver {
  return { url, enabled: status === 'enabled', events: enabled_events };
}

type Kinded =
  | Stripe.PaymentIntent
  | Stripe.Checkout.Session
  | Stripe.SetupIntent
  | Stripe.Refund
  | Stripe.Dispute
  | Stripe.Charge;

/**
 * Reads only the payment from the event. Its refunds are requested from Stripe, so that late and reordered events do no
 * harm.
 */
function readEventRefund(object: Kinded): string | null {
  if (object.object === 'refund') return idOf(object.payment_intent);
  return object.object === 'charge' && object.amount_refunded > 0 ? idOf(object.payment_intent) : null;
}

/** As with refunds, the state of the dispute is requested from Stripe. */
function readEventDispute(type: string, object: Kinded): DisputedPayment | null {
  if (object.object !== 'dispute') return null;
  const transactionId = idOf(object.payment_intent);
  const news = type === 'charge.dispute.created' || type === 'charge.dispute.closed';
  return transactionId ? { disputeId: object.id, transactionId, news } : null;
}

function readEventPayment(object: Kinded): Payment | null {
  if (object.object === 'payment_intent') return readIntent(object);
  return object.object === 'checkout.session' && object.mode === 'payment' ? readSession(object) : null;
}

/** Reads only the id, because the event does not contain the card. The setup is requested from Stripe. */
function readEventSetup(object: Kinded): string | null {
  if (object.object === 'setup_intent') return object.status === 'succeeded' ? object.id : null;
  return null;
}
