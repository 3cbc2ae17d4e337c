import { PaymentFailure, type Portal } from '#modules/platform/index.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';

type Answer = Omit<Finding, 'check'>;

export async function checkPayments({ config, payments }: Portal): Promise<Answer> {
  if (config.payments.kind === 'sandbox') return ok('the sandbox');
  try {
    const { id, chargesEnabled } = await payments.getAccount();
    return chargesEnabled
      ? ok(`${id} may take payments`)
      : wrong(`${id} may not take payments yet`, 'Finish the account in the dashboard of Stripe.');
  } catch (error) {
    return judgeFailure(error);
  }
}

/** A key that is refused and a network without a way to Stripe need different repairs. @throws what is no failure of Stripe */
export function judgeFailure(error: unknown): Answer {
  if (!(error instanceof PaymentFailure)) throw error;
  if (error.unavailable)
    return wrong(
      `Stripe does not answer: ${error.message}`,
      'Check that this machine can reach api.stripe.com.',
    );
  return wrong(error.message, 'Copy STRIPE_SECRET_KEY again from the dashboard of Stripe, under API keys.');
}

/** What the portal acts on. Without one of them, a payment, refund or chargeback is noticed late or not at all. */
const wanted = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.amount_capturable_updated',
  'checkout.session.completed',
  'checkout.session.expired',
  'setup_intent.succeeded',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'refund.updated',
  'refund.failed',
];

/** Whether Stripe sends the events that the portal needs to its public address. */
export async function checkPaymentEvents({ config, payments }: Portal): Promise<Answer> {
  if (config.payments.kind === 'sandbox') return ok('the sandbox');
  const url = `${config.publicUrl}/hooks/stripe`;
  try {
    return judgeReceivers(url, await payments.listEventReceivers());
  } catch (error) {
    if (!(error instanceof PaymentFailure) || error.kind !== 'unauthorized') return judgeFailure(error);
    return warning(
      'STRIPE_SECRET_KEY may not read webhook endpoints',
      `Give the key “Webhook Endpoints: Read”, or see for yourself that ${url} gets its events.`,
    );
  }
}

export function judgeReceivers(
  url: string,
  receivers: Awaited<ReturnType<Portal['payments']['listEventReceivers']>>,
): Answer {
  const ours = receivers.filter((each) => each.url === url);
  if (ours.length === 0) {
    return wrong(`Stripe sends no events to ${url}`, `Add a webhook endpoint for ${url} in its dashboard.`);
  }
  const enabled = ours.filter((each) => each.enabled);
  if (enabled.length === 0)
    return wrong(`The webhook endpoint ${url} is disabled`, 'Enable it in the dashboard of Stripe.');
  const events = new Set(enabled.flatMap((each) => each.events));
  const missing = events.has('*') ? [] : wanted.filter((event) => !events.has(event));
  if (missing.length > 0) {
    return wrong(
      `The webhook endpoint ${url} lacks ${missing.join(', ')}`,
      'Add these events in the dashboard of Stripe.',
    );
  }
  return ok(`${url} gets its events`);
}
