import Stripe from 'stripe';
import { SECOND } from '../browser.ts';
import {
  type CardForm,
  CURRENCY,
  type NewCardSetup,
  type NewHold,
  type NewHostedCardSetup,
  type NewHostedPayment,
  type NewPayment,
  type NewRefund,
  type Payment,
  PaymentFailure,
  type PaymentFailureKind,
  type PaymentProvider,
} from './port.ts';
import { findMovement, listMovements } from './stripe-movements.ts';
import {
  readChargedCard,
  readDispute,
  readEvent,
  readIntent,
  readReceiver,
  readRefund,
  readSession,
  readSetup,
  readSetupSession,
  writeReferences,
} from './stripe-objects.ts';

interface StripeSettings {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /**
   * The origin that replaces all of Stripe's (such as `http://localhost:3001`, the sandbox); null for the real Stripe.
   */
  serviceUrl: string | null;
}

/** The maximum per payment; no payment has as many. */
const MOST_REFUNDS = 10_000;
const MOST_DISPUTES = 100;

/** Stripe, through its official SDK. The sandbox differs from the live service only in keys and hosts (D31). */
export function createStripePayments(settings: StripeSettings): PaymentProvider {
  const stripe = new Stripe(settings.secretKey, {
    ...(settings.serviceUrl ? hostOf(settings.serviceUrl) : {}),
    timeout: 15 * SECOND,
    maxNetworkRetries: 2,
    telemetry: false,
    appInfo: { name: 'ShieldHub' },
  });

  async function retrievePayment(id: string): Promise<Payment> {
    return callStripe(async () =>
      id.startsWith('cs_')
        ? readSession(await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] }))
        : readIntent(await stripe.paymentIntents.retrieve(id)),
    );
  }

  /** The provider allows any number of partial refunds of a payment. */
  function listRefunds(transactionId: string): Promise<Stripe.Refund[]> {
    const pages = stripe.refunds.list({ payment_intent: transactionId, limit: 100 });
    return pages.autoPagingToArray({ limit: MOST_REFUNDS });
  }

  return {
    cardForm: cardForm(settings),

    getAccount: () =>
      callStripe(async () => {
        const { id, charges_enabled: chargesEnabled } = await stripe.accounts.retrieveCurrent();
        return { id, chargesEnabled };
      }),

    createPaymentIntent: (payment: NewPayment) =>
      callStripeWithKey(async () => {
        const intent = await stripe.paymentIntents.create(
          {
            amount: payment.amount,
            currency: CURRENCY,
            description: payment.description,
            automatic_payment_methods: { enabled: true },
            metadata: writeReferences(payment.references),
          },
          { idempotencyKey: payment.key },
        );
        return readIntent(intent);
      }),

    createCheckoutSession: (payment: NewHostedPayment) =>
      callStripeWithKey(async () => {
        const metadata = writeReferences(payment.references);
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'payment',
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: CURRENCY,
                  unit_amount: payment.amount,
                  product_data: { name: payment.description },
                },
              },
            ],
            customer_email: payment.emailaddress,
            client_reference_id: payment.references.purchaseId,
            metadata,
            payment_intent_data: { metadata, description: payment.description },
            success_url: payment.successUrl,
            cancel_url: payment.cancelUrl,
          },
          { idempotencyKey: payment.key },
        );
        return readSession(session);
      }),

    retrievePayment,

    async closePayment(id) {
      try {
        return await callStripe(async () =>
          id.startsWith('cs_')
            ? readSession(await stripe.checkout.sessions.expire(id, { expand: ['payment_intent'] }))
            : readIntent(await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })),
        );
      } catch (error) {
        // The provider refuses because it is paid or already closed, so its current state is read.
        if (error instanceof PaymentFailure && error.kind === 'rejected') return await retrievePayment(id);
        throw error;
      }
    },

    holdOnCard: (hold: NewHold) =>
      callStripeWithKey(async () => {
        const intent = await stripe.paymentIntents.create(
          {
            amount: hold.amount,
            currency: CURRENCY,
            description: hold.description,
            customer: hold.customerId,
            payment_method: hold.cardId,
            automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
            capture_method: 'manual',
            confirm: true,
            off_session: true,
            metadata: writeReferences(hold.references),
          },
          { idempotencyKey: hold.key },
        );
        return readIntent(intent);
      }),

    // No key of ours is needed: a payment can be captured only once, and with the SDK's new key per request it can be
    // repeated after a 5xx.
    capturePayment: (id) => callStripe(async () => readIntent(await stripe.paymentIntents.capture(id))),

    findHold: (customerId, attemptId) =>
      callStripe(async () => {
        for await (const intent of stripe.paymentIntents.list({ customer: customerId, limit: 100 })) {
          if (intent.metadata.attempt_id === attemptId) return readIntent(intent);
        }
        return null;
      }),

    createCustomer: ({ key, name, companyId }) =>
      callStripeWithKey(async () => {
        const customer = await stripe.customers.create(
          { name, metadata: { company_id: companyId } },
          { idempotencyKey: key },
        );
        return { id: customer.id };
      }),

    createSetupIntent: ({ key, customerId }: NewCardSetup) =>
      callStripeWithKey(async () =>
        readSetup(
          await stripe.setupIntents.create(
            {
              customer: customerId,
              usage: 'off_session',
              automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
            },
            { idempotencyKey: key },
          ),
        ),
      ),

    createSetupSession: ({ key, customerId, successUrl, cancelUrl }: NewHostedCardSetup) =>
      callStripeWithKey(async () =>
        readSetupSession(
          await stripe.checkout.sessions.create(
            {
              mode: 'setup',
              currency: CURRENCY,
              customer: customerId,
              success_url: successUrl,
              cancel_url: cancelUrl,
            },
            { idempotencyKey: key },
          ),
        ),
      ),

    saveCard: ({ key, customerId, cardToken }) =>
      callStripeWithKey(async () =>
        readSetup(
          await stripe.setupIntents.create(
            {
              customer: customerId,
              usage: 'off_session',
              automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
              payment_method: cardToken,
              confirm: true,
              expand: ['payment_method'],
            },
            { idempotencyKey: key },
          ),
        ),
      ),

    retrieveSetup: (id) =>
      callStripe(async () =>
        id.startsWith('cs_')
          ? readSetupSession(
              await stripe.checkout.sessions.retrieve(id, { expand: ['setup_intent.payment_method'] }),
            )
          : readSetup(await stripe.setupIntents.retrieve(id, { expand: ['payment_method'] })),
      ),

    async forgetCard(cardId) {
      try {
        await callStripe(() => stripe.paymentMethods.detach(cardId));
      } catch (error) {
        const gone = error instanceof PaymentFailure && ['not-found', 'rejected'].includes(error.kind);
        // The provider refuses because the card is already detached, so nobody can charge it.
        if (!gone) throw error;
      }
    },

    async refund(refund: NewRefund) {
      const made = await callStripe(() => listRefunds(refund.transactionId));
      const earlier = made.find((found) => found.metadata?.refund_id === refund.refundId);
      if (earlier) return readRefund(earlier);
      return callStripeWithKey(async () =>
        readRefund(
          await stripe.refunds.create(
            {
              payment_intent: refund.transactionId,
              amount: refund.amount,
              metadata: { refund_id: refund.refundId },
            },
            { idempotencyKey: refund.key },
          ),
        ),
      );
    },

    listRefunds: (transactionId) =>
      callStripe(async () => (await listRefunds(transactionId)).map((refund) => readRefund(refund))),

    findChargedCard: (transactionId) =>
      unlessMissing(
        callStripe(async () =>
          readChargedCard(await stripe.paymentIntents.retrieve(transactionId, { expand: ['latest_charge'] })),
        ),
      ),

    listEventReceivers: () =>
      callStripe(async () => {
        const pages = stripe.webhookEndpoints.list({ limit: 100 });
        return (await pages.autoPagingToArray({ limit: 100 })).map(readReceiver);
      }),

    listDisputes: (transactionId) =>
      callStripe(async () => {
        const pages = stripe.disputes.list({ payment_intent: transactionId, limit: 100 });
        return (await pages.autoPagingToArray({ limit: MOST_DISPUTES })).map(readDispute);
      }),

    listMovements: (since) => callStripe(() => listMovements(stripe, since)),
    findMovement: (id) => unlessMissing(callStripe(() => findMovement(stripe, id))),

    constructEvent(payload, signature, receivedAt) {
      try {
        const event = stripe.webhooks.constructEvent(
          payload,
          signature,
          settings.webhookSecret,
          undefined,
          undefined,
          receivedAt.getTime(),
        );
        return readEvent(event);
      } catch (error) {
        throw new PaymentFailure('bad-signature', 'the notice is not signed by the provider', error);
      }
    },
  };
}

function hostOf(url: string): { protocol: 'http' | 'https'; host: string; port: string } {
  const { protocol, hostname: host, port } = new URL(url);
  return protocol === 'https:'
    ? { protocol: 'https', host, port: port || '443' }
    : { protocol: 'http', host, port: port || '80' };
}

/**
 * The sources that Stripe documents for pages with its Payment Element, and for forms that lead to its Checkout page.
 */
function cardForm(settings: StripeSettings): CardForm {
  const { publishableKey, serviceUrl } = settings;
  if (serviceUrl) {
    const sources = {
      script: [serviceUrl],
      frame: [serviceUrl],
      connect: [serviceUrl],
      formAction: [serviceUrl],
      payment: [serviceUrl],
    };
    return { publishableKey, scriptUrl: `${serviceUrl}/v3/`, sources };
  }
  return {
    publishableKey,
    scriptUrl: `https://js.stripe.com/${Stripe.MAJOR_API_VERSION}/stripe.js`,
    sources: {
      script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
      frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
      connect: ['https://api.stripe.com'],
      formAction: ['https://checkout.stripe.com'],
      payment: ['https://js.stripe.com'],
    },
  };
}

/** Converts Stripe's errors to those of the port. The original error is the cause, for the log. */
async function callStripe<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError)
      throw new PaymentFailure(kindOf(error), error.message, error);
    throw error;
  }
}

/**
 * The same for a request with an idempotency key of ours. Once Stripe has begun to process a request, it keeps the
 * answer, including a 5xx, and returns it for every request with that key (docs.stripe.com/api/idempotent_requests).
 */
async function callStripeWithKey<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await callStripe(ask);
  } catch (error) {
    if (error instanceof PaymentFailure && isStoredFailure(error.cause))
      throw new PaymentFailure('indeterminate', error.message, error.cause);
    throw error;
  }
}

/**
 * A 409 is not kept: the first request with the key is still running. An idempotency error means that the key belongs
 * to a different request.
 */
function isStoredFailure(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return true;
  return error instanceof Stripe.errors.StripeAPIError && error.statusCode !== 409;
}

function kindOf(error: Stripe.errors.StripeError): PaymentFailureKind {
  const { errors } = Stripe;
  if (error instanceof errors.StripeCardError) return 'declined';
  if (error instanceof errors.StripeInvalidRequestError)
    return error.statusCode === 404 ? 'not-found' : 'rejected';
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError)
    return 'unauthorized';
  const passing =
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeRateLimitError ||
    error instanceof errors.StripeAPIError;
  return passing ? 'unavailable' : 'rejected';
}

async function unlessMissing<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof PaymentFailure && error.kind === 'not-found') return null;
    throw error;
  }
}
