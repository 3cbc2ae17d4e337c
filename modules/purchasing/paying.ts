import { z } from 'zod';
import { brandForHost } from '#modules/enterprise/index.ts';
import { findTerms, getTerms } from '#modules/identity/index.ts';
import {
  type Caller,
  HOUR,
  inputOf,
  newId,
  operation,
  type Payment,
  person,
  type Work,
} from '#modules/platform/index.ts';
import { PaymentAttempt, type PaymentKind, type Purchase } from './entities.ts';
import { payFields } from './fields.ts';
import { reachProvider } from './provider.ts';
import { lockOwnPurchase } from './purchases.ts';
import { Refusal } from './refusals.ts';
import { closeAttempt, giveBackUnmatched, settlePayment } from './settling.ts';
import { requireMayBuy } from './start-status.ts';

/** What the person sees next: the card form or the provider's page (`open`), the receipt (`paid`), or to wait. */
type WayToPay = { state: 'open'; handover: string } | { state: 'paid' } | { state: 'processing' };

/** The provider forgets an idempotency key after 24 hours. */
const KEY_TRUSTED = 20 * HOUR;
const ROUNDS = 4;

/**
 * Opens the only payment by which a purchase can be paid. A double click, a second tab or a later visit gets the same
 * payment again. If the card is now to be entered in another place (our page or the provider's), the former payment is
 * closed at the provider before a new one opens, so that nobody pays twice. No transaction waits for the provider.
 */
async function openWayToPay(work: Work<Caller>, purchaseId: string, kind: PaymentKind): Promise<WayToPay> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const plan = await work.apart((tx) => planAttempt(tx, purchaseId, kind));
    if (plan.step === 'paid') return { state: 'paid' };
    if (plan.step === 'close') {
      if ((await endAttempt(work, plan.attempt)) === 'paid') return { state: 'paid' };
      continue;
    }
    const payment = await askForPayment(work, plan.purchase, plan.attempt);
    const way = await work.apart((tx) => keepPayment(tx, plan.attempt, payment));
    if (way) return way;
    // Another tab has closed the attempt in the meantime, so the new payment is closed too and given to nobody.
    if (payment.state === 'open') await reachProvider(() => work.portal.payments.closePayment(payment.id));
  }
  throw new Refusal('conflict', { detail: `no way to pay purchase ${purchaseId}` });
}

type Plan =
  | { step: 'paid' }
  | { step: 'close'; attempt: PaymentAttempt }
  | { step: 'ask'; purchase: Purchase; attempt: PaymentAttempt };

async function planAttempt(work: Work<Caller>, purchaseId: string, kind: PaymentKind): Promise<Plan> {
  const purchase = await lockOwnPurchase(work, work.caller.accountId, purchaseId);
  if (purchase.status === 'paid') return { step: 'paid' };
  if (purchase.status === 'closed') throw new Refusal('purchasing.closed');
  const begun = (await work.em.count(PaymentAttempt, { purchaseId })) > 0;
  await requireMayBuy(work, { begun });
  await keepPaymentTerms(work, purchase);
  purchase.brandHost = work.visit.host;
  const open = await findOpenAttempt(work, purchaseId);
  if (!open) {
    const attempt = work.em.create(PaymentAttempt, {
      id: newId(),
      purchaseId,
      kind,
      state: 'open',
      createdAt: work.now,
    });
    return { step: 'ask', purchase, attempt };
  }
  const forgotten = !open.providerId && work.now.getTime() - open.createdAt.getTime() > KEY_TRUSTED;
  if (open.kind !== kind || forgotten) return { step: 'close', attempt: open };
  return { step: 'ask', purchase, attempt: open };
}

/** Whoever presses Pay accepts the payment terms as they read at that moment: the portal's and the company's (D90). */
async function keepPaymentTerms(work: Work<Caller>, purchase: Purchase): Promise<void> {
  const { companyId } = await brandForHost(work.portal, work.visit.host);
  const company = companyId && (await findTerms(work, { kind: 'company-card', companyId }));
  purchase.termsAcceptedAt = work.now;
  purchase.termsVersionId = (await getTerms(work, 'purchase')).id;
  purchase.companyTermsVersionId = company ? company.id : null;
}

export function findOpenAttempt(work: Pick<Work, 'em'>, purchaseId: string): Promise<PaymentAttempt | null> {
  return work.em.findOne(PaymentAttempt, { purchaseId, state: 'open' }, { refresh: true });
}

/** The provider's payment of an attempt: the existing one, or a new one under the attempt's idempotency key. */
function askForPayment(work: Work<Caller>, purchase: Purchase, attempt: PaymentAttempt): Promise<Payment> {
  const { payments } = work.portal;
  const { providerId } = attempt;
  if (providerId) return reachProvider(() => payments.retrievePayment(providerId));
  const payment = {
    key: `attempt:${attempt.id}`,
    amount: purchase.amountCents,
    description: purchase.packageDescrip,
    references: { purchaseId: purchase.id, attemptId: attempt.id },
  };
  if (attempt.kind === 'element') return reachProvider(() => payments.createPaymentIntent(payment));
  const base = `${work.visit.origin}/user/purchase`;
  return reachProvider(() =>
    payments.createCheckoutSession({
      ...payment,
      emailaddress: work.caller.emailaddress,
      successUrl: `${base}/purchasereceipt?purchaseid=${purchase.id}`,
      cancelUrl: `${base}/completepurchase?purchaseid=${purchase.id}`,
    }),
  );
}

/** @returns null if the attempt was closed in the meantime, so that another one must be opened */
async function keepPayment(
  work: Work<Caller>,
  { id, purchaseId }: PaymentAttempt,
  payment: Payment,
): Promise<WayToPay | null> {
  await lockOwnPurchase(work, work.caller.accountId, purchaseId);
  const attempt = await work.em.findOneOrFail(PaymentAttempt, { id });
  if (attempt.state === 'closed') return null;
  attempt.providerId ??= payment.id;
  // `settlePayment` finds the attempt by this id with SQL.
  await work.em.flush();
  const settled = await settlePayment(work, payment);
  if (settled === 'paid' || settled === 'paid-before') return { state: 'paid' };
  if (settled === 'unmatched') {
    await giveBackUnmatched(work, payment);
    return null;
  }
  if (payment.state === 'processing') return { state: 'processing' };
  return payment.handover === null ? null : { state: 'open', handover: payment.handover };
}

/**
 * Closes an attempt, first at the provider and then here, so that it can no longer be paid.
 * @returns `paid` if the person had paid before it could be closed
 * @throws Refusal purchasing.processing while the provider processes the payment
 */
export async function endAttempt(work: Work<Caller>, attempt: PaymentAttempt): Promise<'closed' | 'paid'> {
  const { providerId } = attempt;
  const payment = providerId
    ? await reachProvider(() => work.portal.payments.closePayment(providerId))
    : null;
  return work.apart(async (tx) => {
    await lockOwnPurchase(tx, tx.caller.accountId, attempt.purchaseId);
    const current = await tx.em.findOneOrFail(PaymentAttempt, { id: attempt.id });
    if (payment) {
      const settled = await settlePayment(tx, payment);
      if (settled === 'paid' || settled === 'paid-before') return 'paid';
      if (settled === 'unmatched') {
        await giveBackUnmatched(tx, payment);
        return 'closed';
      }
      if (payment.state !== 'closed') throw new Refusal('purchasing.processing');
    }
    // Without a payment, another tab may be creating one; it will find the attempt closed and give the payment to nobody.
    if (payment || current.providerId === null) closeAttempt(tx, current);
    return 'closed';
  });
}

const payInput = inputOf(payFields);
const payOutput = z.object({
  state: z.enum(['open', 'paid', 'processing']),
  /** The secret of this payment for the card form in our page; null for the provider's page. */
  client_secret: z.string().nullable(),
  /** The address of the provider's own page; null for the form in our page. */
  url: z.string().nullable(),
});

/** Payment in our page: answers what the provider's card form needs. */
export const payHere = operation({
  name: 'purchasing.pay-here',
  summary: 'Opens the payment of a purchase for the card form in the page.',
  access: person,
  kind: 'staged',
  inPersonOnly: true,
  input: payInput,
  invalidAs: (options) => new Refusal('purchasing.terms-needed', options),
  output: payOutput,
  throttle: { by: 'account', limit: 60, per: HOUR },
  async run(work, { purchaseid }) {
    const way = await openWayToPay(work, purchaseid, 'element');
    return { state: way.state, client_secret: way.state === 'open' ? way.handover : null, url: null };
  },
});

/** Payment on the provider's own page, for browsers without script. */
export const payThere = operation({
  name: 'purchasing.pay-there',
  summary: "Opens the payment of a purchase on the provider's own page.",
  access: person,
  kind: 'staged',
  inPersonOnly: true,
  input: payInput,
  invalidAs: (options) => new Refusal('purchasing.terms-needed', options),
  output: payOutput,
  throttle: { by: 'account', limit: 60, per: HOUR },
  async run(work, { purchaseid }) {
    const way = await openWayToPay(work, purchaseid, 'checkout');
    return { state: way.state, client_secret: null, url: way.state === 'open' ? way.handover : null };
  },
});
