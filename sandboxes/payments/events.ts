import Stripe from 'stripe';
import { newObjectId, type Objects } from './objects.ts';
import type { Store } from './store.ts';

/** The types of events that the sandbox creates. */
export type EventType =
  | 'charge.captured'
  | 'charge.dispute.closed'
  | 'charge.dispute.created'
  | 'charge.dispute.funds_reinstated'
  | 'charge.dispute.funds_withdrawn'
  | 'charge.dispute.updated'
  | 'charge.failed'
  | 'charge.refunded'
  | 'charge.succeeded'
  | 'checkout.session.completed'
  | 'checkout.session.expired'
  | 'customer.created'
  | 'customer.updated'
  | 'payment_intent.amount_capturable_updated'
  | 'payment_intent.canceled'
  | 'payment_intent.created'
  | 'payment_intent.payment_failed'
  | 'payment_intent.requires_action'
  | 'payment_intent.succeeded'
  | 'payment_method.attached'
  | 'payment_method.detached'
  | 'refund.created'
  | 'setup_intent.canceled'
  | 'setup_intent.created'
  | 'setup_intent.requires_action'
  | 'setup_intent.setup_failed'
  | 'setup_intent.succeeded';

/** Stores an event with the object's current state for delivery to the webhook, in the request's transaction. */
export async function recordEvent(store: Store, type: EventType, object: object): Promise<void> {
  const event = {
    id: newObjectId('event'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: store.seconds,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: store.request.id, idempotency_key: store.request.idempotencyKey },
    type,
  } as unknown as Objects['event'];
  await store.add('event', event);
  await store.client.query(
    'insert into sandbox.stripe_webhook_delivery (event_id, created_at, due_at) values ($1, $2, $2)',
    [event.id, store.now],
  );
}
