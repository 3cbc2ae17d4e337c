import { z } from 'zod';
import {
  anyone,
  type Caller,
  findHookBody,
  HOUR,
  markHandled,
  operation,
  type Payment,
  type PaymentEvent,
  type Portal,
  person,
  storeOnce,
  type Work,
} from '#modules/platform/index.ts';
import { keepCard } from '../company-card/keeping.ts';
import { chargeCompany } from '../coupons/charging.ts';
import { recordDisputesOf } from '../disputes/recording.ts';
import { handlePaymentEvent, sendDisputeNotice } from '../jobs.ts';
import { getOwnPurchase } from '../purchases.ts';
import { recordRefundsOf } from '../refunds/recording.ts';
import { Refusal } from '../refusals.ts';
import { purchasingTexts } from '../texts.ts';
import { openWayToPay } from './paying.ts';
import { isFailure } from './provider.ts';
import { giveBackUnmatched, settlePayment } from './settling.ts';

const PROVIDER = 'stripe';

const isYes = (said: unknown) => said === true || said === 'YES' || said === 'true';

/**
 * Asks the provider for the state of a purchase, and brings the purchase to that state. What the browser says does not
 * count, and neither does what the provider put into the address on the way back (D31). `couponcoversfull` asks to
 * complete a purchase for which the buyer pays nothing (doc2 §4.7); whether the coupon covers everything is decided
 * here and by charging the company's card.
 * @throws Refusal purchasing.declined with the provider's words, purchasing.processing, purchasing.not-paid,
 * purchasing.closed, purchasing.coupon-invalid, purchasing.unmatched for money that pays nothing and is returned
 */
export const setPurchaseConfirmed = operation({
  name: 'purchasing.set-purchase-confirmed',
  summary: 'Confirms a purchase by asking the payment provider.',
  access: person,
  kind: 'staged',
  input: z.object({
    purchaseid: z.uuid(),
    couponcoversfull: z.unknown().transform(isYes).optional(),
    /** With `couponcoversfull`: whether the buyer accepts the payment terms. */
    accept_terms: z.unknown().transform(isYes).optional(),
  }),
  output: z.object({ purchaseid: z.uuid() }),
  throttle: { by: 'account', limit: 240, per: HOUR },
  async run(work, { purchaseid, couponcoversfull, accept_terms }) {
    const purchase = await getPurchaseUnderWay(work, purchaseid);
    if (purchase.status === 'paid') return { purchaseid };
    if (purchase.status === 'closed') throw new Refusal('purchasing.closed');
    if (purchase.amount_cents === 0) {
      await completeCovered(work, purchaseid, {
        asked: couponcoversfull === true,
        terms: accept_terms === true,
      });
      return { purchaseid };
    }
    const { provider_id } = purchase;
    if (!provider_id) throw new Refusal('purchasing.not-paid', { detail: 'no payment was begun' });
    const payment = await askHowItStands(work, provider_id);
    const settled = await work.apart((tx) => settlePayment(tx, payment));
    if (settled === 'paid' || settled === 'paid-before') return { purchaseid };
    if (settled !== 'unmatched') throw refusalOf(payment);
    await work.apart((tx) => giveBackUnmatched(tx, payment));
    throw new Refusal('purchasing.unmatched');
  },
});

/**
 * The caller's purchase with the payment that they began. A single statement reads both, because the provider's
 * callback could settle the purchase and end the attempt between two statements.
 * @throws Refusal not-found
 */
async function getPurchaseUnderWay({ db, caller }: Work<Caller>, purchaseId: string) {
  const found = await db
    .selectFrom('purchase as p')
    .leftJoin('payment_attempt as a', (join) =>
      join.onRef('a.purchase_id', '=', 'p.id').on('a.state', '=', 'open').on('a.kind', '<>', 'company-card'),
    )
    .select(['p.status', 'p.amount_cents', 'a.provider_id'])
    .where('p.id', '=', purchaseId)
    .where('p.account_id', '=', caller.accountId)
    .executeTakeFirst();
  if (!found) throw new Refusal('not-found', { detail: `not theirs: purchase ${purchaseId}` });
  return found;
}

/** @throws Refusal purchasing.unconfirmed if the provider does not answer, because the person may have paid */
async function askHowItStands({ portal }: Work<Caller>, providerId: string): Promise<Payment> {
  try {
    return await portal.payments.retrievePayment(providerId);
  } catch (error) {
    if (isFailure(error, 'unavailable')) {
      throw new Refusal('purchasing.unconfirmed', { detail: error.message });
    }
    throw error;
  }
}

/** @param asked the buyer asks for it now; otherwise a charge that was already begun is completed */
async function completeCovered(
  work: Work<Caller>,
  purchaseId: string,
  { asked, terms }: { asked: boolean; terms: boolean },
): Promise<void> {
  if (asked) {
    // Only the person may buy, not staff who act for them (D16).
    if (work.caller.adminAccountId) throw new Refusal('not-in-admin-session');
    if ((await openWayToPay(work, { purchaseId, kind: 'element', terms })).state === 'paid') return;
  } else {
    await chargeCompany(work, purchaseId);
    if ((await getOwnPurchase(work, work.caller.accountId, purchaseId)).status === 'paid') return;
  }
  throw new Refusal('purchasing.not-paid', { detail: 'the coupon covers it, and it was not asked for' });
}

function refusalOf(payment: Payment): Refusal {
  if (payment.state === 'processing') return new Refusal('purchasing.processing');
  if (payment.declined === null) return new Refusal('purchasing.not-paid', { detail: payment.state });
  return new Refusal('purchasing.declined', {
    message: `${purchasingTexts['purchase.declined-prefix']}${payment.declined || purchasingTexts['purchase.declined']}`,
  });
}

/** The provider's notices: verified by their signature, stored once, and processed by a job (D31). */
export const receivePaymentEvent = operation({
  name: 'purchasing.receive-payment-event',
  summary: 'Takes a signed notice from the payment provider.',
  access: anyone,
  kind: 'write',
  input: z.object({ body: z.string().max(1_000_000), signature: z.string().max(2000) }),
  output: z.object({}),
  async run(work, { body, signature }) {
    const event = proveEvent(work.portal, body, signature, work.now);
    const isNew = await storeOnce(work.db, {
      provider: PROVIDER,
      eventId: event.id,
      body: event,
      receivedAt: work.now,
    });
    if (isNew && (event.payment || event.setupId || event.refundOf || event.disputed))
      await work.enqueue(handlePaymentEvent, { eventId: event.id });
    else if (isNew) await markHandled(work.db, PROVIDER, event.id, work.now);
    return {};
  },
});

function proveEvent(portal: Portal, body: string, signature: string, now: Date): PaymentEvent {
  try {
    return portal.payments.constructEvent(body, signature, now);
  } catch (error) {
    if (isFailure(error, 'bad-signature')) {
      throw new Refusal('purchasing.notice-unsigned');
    }
    throw error;
  }
}

const keptEvent = z.object({
  payment: z
    .object({
      id: z.string(),
      state: z.enum(['open', 'processing', 'authorized', 'paid', 'closed']),
      amount: z.number().int(),
      currency: z.string(),
      transactionId: z.string().nullable(),
      declined: z.string().nullable(),
      handover: z.null(),
      references: z.object({ purchaseId: z.string().optional(), attemptId: z.string().optional() }),
    })
    .nullable(),
  setupId: z.string().nullish(),
  refundOf: z.string().nullish(),
  disputed: z.object({ disputeId: z.string(), transactionId: z.string(), news: z.boolean() }).nullish(),
});

/**
 * What the job does with a stored notice. In a second run, the notice is already handled, the purchase paid or the card
 * stored.
 */
export async function settlePaymentEvent(portal: Portal, eventId: string): Promise<void> {
  const body = await portal.work('purchasing.read-payment-event', ({ db }) =>
    findHookBody(db, PROVIDER, eventId),
  );
  if (body === null) return;
  const { payment, setupId, refundOf, disputed } = keptEvent.parse(body);
  if (refundOf) await recordRefundsOf(portal, refundOf);
  if (disputed) await recordDisputesOf(portal, disputed.transactionId);
  // The notice does not contain the card, and the provider must be asked outside the transaction.
  const setup = setupId ? await portal.payments.retrieveSetup(setupId) : null;
  if (payment) await settleNotice(portal, payment);
  await portal.work('purchasing.handle-payment-event', async (work) => {
    if (setup) await keepCard(work, setup, null);
    const isFirst = await markHandled(work.db, PROVIDER, eventId, work.now);
    if (isFirst && disputed?.news) {
      const { transactionId, disputeId } = disputed;
      await work.enqueue(sendDisputeNotice, { transactionId, disputeId });
    }
  });
}

/** A payment that matches no purchase is returned only after the provider itself has confirmed it. */
async function settleNotice(portal: Portal, payment: Payment): Promise<void> {
  const settled = await portal.work('purchasing.settle-payment', (work) => settlePayment(work, payment));
  if (settled !== 'unmatched') return;
  const asked = await portal.payments.retrievePayment(payment.id);
  await portal.work('purchasing.give-back-unmatched', (work) => giveBackUnmatched(work, asked));
}
