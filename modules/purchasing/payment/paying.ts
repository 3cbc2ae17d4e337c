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
import { chargeCompany } from '../coupons/charging.ts';
import { divide } from '../coupons/dividing.ts';
import {
  endHold,
  findOpenHold,
  type HoldPlan,
  type HoldRequest,
  makeHold,
  planHold,
} from '../coupons/holds.ts';
import { lockCoupon } from '../coupons/issued.ts';
import { refuseCoupon, tellOfUnusable } from '../coupons/unusable.ts';
import { type BuyersKind, PaymentAttempt, type Purchase } from '../entities.ts';
import { payFields } from '../fields.ts';
import { chargeCompany as chargeCompanyJob } from '../jobs.ts';
import { lockOwnPurchase } from '../purchases.ts';
import { Refusal } from '../refusals.ts';
import { requireMayBuy } from '../start/status.ts';
import { closeAttempt, findOpenAttempt, KEY_TRUSTED } from './attempts.ts';
import { endAttempt } from './ending.ts';
import { reachProvider } from './provider.ts';
import { giveBackUnmatched, payCovered, settlePayment } from './settling.ts';

/**
 * What the person sees next: the card form or the provider's page (`open`), the receipt (`paid`), or a request to wait.
 */
type WayToPay = { state: 'open'; handover: string } | { state: 'paid' } | { state: 'processing' };

interface Asked {
  purchaseId: string;
  kind: BuyersKind;
  /** Whether the person accepts the payment terms with it. */
  terms: boolean;
  /** The cents that the page showed. */
  shown?: number | undefined;
}

/**
 * How many rounds to try: a lost hold, a lost attempt, a new hold and a charge each take one before a purchase can be
 * paid.
 */
const ROUNDS = 6;

/**
 * Opens the only payment by which a purchase can be paid. A double click, a second tab or a later visit gets the same
 * payment again. If the card is now entered in a different place (our page or the provider's), the previous payment is
 * closed at the provider before a new one opens, so that nobody pays twice. A company's part is held on its card before
 * that; a coupon that covers everything is charged at once. No transaction waits for the provider.
 * @throws Refusal purchasing.coupon-invalid if the coupon can no longer be redeemed; it has then been removed from the
 * purchase
 */
export async function openWayToPay(work: Work<Caller>, asked: Asked): Promise<WayToPay> {
  const { purchaseId } = asked;
  for (let round = 0; round < ROUNDS; round += 1) {
    const plan = await work.apart((tx) => planAttempt(tx, asked));
    if (plan.step === 'paid') return { state: 'paid' };
    if (plan.step === 'refused') throw await refuse(work, plan.couponId);
    if (plan.step === 'close') {
      if ((await endAttempt(work, plan.attempt)) === 'paid') return { state: 'paid' };
      continue;
    }
    if (plan.step === 'hold') {
      if ((await makeHold(work, plan.request)) === 'refused') throw await refuse(work, plan.couponId);
      continue;
    }
    if (plan.step === 'charge') {
      await chargeCompany(work, purchaseId);
      continue;
    }
    const payment = await askForPayment(work, plan.purchase, plan.attempt);
    const way = await work.apart((tx) => keepPayment(tx, plan.attempt, payment));
    if (way) return way;
    // Another tab has closed the attempt in the meantime, so the new payment is closed as well and handed to nobody.
    if (payment.state === 'open') await reachProvider(() => work.portal.payments.closePayment(payment.id));
  }
  throw new Refusal('conflict', { detail: `no way to pay purchase ${purchaseId}` });
}

/** Names the coupon that was removed from the purchase. */
function refuse(work: Work<Caller>, couponId: string): Promise<Refusal> {
  return work.apart((tx) => refuseCoupon(tx, tx.caller, couponId));
}

type Plan =
  | { step: 'paid' }
  | { step: 'close'; attempt: PaymentAttempt }
  /** The coupon can no longer be redeemed and has been removed from the purchase. */
  | { step: 'refused'; couponId: string }
  | { step: 'hold'; request: HoldRequest; couponId: string }
  /** The coupon covers the whole price: the company's hold is captured. */
  | { step: 'charge' }
  | { step: 'ask'; purchase: Purchase; attempt: PaymentAttempt };

async function planAttempt(work: Work<Caller>, { purchaseId, kind, terms, shown }: Asked): Promise<Plan> {
  const purchase = await lockOwnPurchase(work, work.caller.accountId, purchaseId);
  if (purchase.status === 'paid') return { step: 'paid' };
  if (purchase.status === 'closed') throw new Refusal('purchasing.closed');
  if (shown !== undefined && shown !== purchase.amountCents) throw new Refusal('purchasing.amount-changed');
  const begun = (await work.em.count(PaymentAttempt, { purchaseId })) > 0;
  await requireMayBuy(work, { begun });
  if (terms) await keepPaymentTerms(work, purchase);
  purchase.brandHost = work.visit.host;
  if (purchase.couponId) {
    const plan = await planCompanyPart(work, purchase, purchase.couponId);
    if (plan) return plan;
  }
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

/** @returns null if the company's part is held, or there is none, and the buyer pays the rest */
async function planCompanyPart(
  work: Work<Caller>,
  purchase: Purchase,
  couponId: string,
): Promise<Plan | null> {
  const held = await findOpenHold(work, purchase.id);
  if (held?.capturingAt) return { step: 'charge' };
  const redeemable = await lockCoupon(work, work.caller, couponId);
  const plan: HoldPlan | null =
    redeemable && purchase.companyCents > 0 ? await planHold(work, purchase) : null;
  if (!redeemable) await tellOfUnusable(work, work.caller, couponId);
  if (!redeemable || plan?.step === 'refused') return takeOff(work, purchase, couponId);
  if (plan?.step === 'close') return plan;
  if (plan?.step === 'ask') return { step: 'hold', request: plan.request, couponId };
  if (purchase.amountCents > 0) return null;
  if (!plan) {
    await payCovered(work, purchase);
    return { step: 'paid' };
  }
  // From here on the hold is not released: the job captures it even if this process dies.
  plan.attempt.capturingAt = work.now;
  await work.em.flush();
  await work.enqueue(chargeCompanyJob, { purchaseId: purchase.id });
  return { step: 'charge' };
}

async function takeOff(work: Work<Caller>, purchase: Purchase, couponId: string): Promise<Plan> {
  const attempt = await findOpenAttempt(work, purchase.id);
  if (attempt) return { step: 'close', attempt };
  await endHold(work, purchase.id);
  await divide(work, purchase, null);
  return { step: 'refused', couponId };
}

/** Pressing Pay accepts the payment terms that are in force at that moment: the portal's and the company's (D90). */
async function keepPaymentTerms(work: Work<Caller>, purchase: Purchase): Promise<void> {
  const { companyId } = await brandForHost(work.portal, work.visit.host);
  const company = companyId && (await findTerms(work, { kind: 'company-card', companyId }));
  purchase.termsAcceptedAt = work.now;
  purchase.termsVersionId = (await getTerms(work, 'purchase')).id;
  purchase.companyTermsVersionId = company ? company.id : null;
}

/** The provider's payment for an attempt: the existing one, or a new one with the attempt's idempotency key. */
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
  const giveUp = () => work.apart((tx) => giveUpAttempt(tx, attempt));
  if (attempt.kind === 'element') return reachProvider(() => payments.createPaymentIntent(payment), giveUp);
  const base = `${work.visit.origin}/user/purchase`;
  const hosted = {
    ...payment,
    emailaddress: work.caller.emailaddress,
    successUrl: `${base}/purchasereceipt?purchaseid=${purchase.id}`,
    cancelUrl: `${base}/completepurchase?purchaseid=${purchase.id}`,
  };
  return reachProvider(() => payments.createCheckoutSession(hosted), giveUp);
}

/**
 * Closes an attempt for which the provider may have made a payment: nobody has received its secret or address, so
 * nobody can pay it.
 */
async function giveUpAttempt(work: Work<Caller>, { id, purchaseId }: PaymentAttempt): Promise<void> {
  await lockOwnPurchase(work, work.caller.accountId, purchaseId);
  const attempt = await work.em.findOneOrFail(PaymentAttempt, { id });
  if (attempt.providerId === null) closeAttempt(work, attempt);
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
  // `settlePayment` finds the attempt by this id with SQL, so it must be written first.
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
  summary: 'Starts the payment of a purchase with the card form in the page.',
  access: person,
  kind: 'staged',
  inPersonOnly: true,
  input: payInput,
  invalidAs: (options) => new Refusal('purchasing.terms-needed', options),
  output: payOutput,
  throttle: { by: 'account', limit: 60, per: HOUR },
  async run(work, { purchaseid: purchaseId, shown_amount: shown }) {
    const way = await openWayToPay(work, { purchaseId, kind: 'element', terms: true, shown });
    return { state: way.state, client_secret: way.state === 'open' ? way.handover : null, url: null };
  },
});

/** Payment on the provider's own page, for browsers without script. */
export const payThere = operation({
  name: 'purchasing.pay-there',
  summary: "Starts the payment of a purchase on the provider's own page.",
  access: person,
  kind: 'staged',
  inPersonOnly: true,
  input: payInput,
  invalidAs: (options) => new Refusal('purchasing.terms-needed', options),
  output: payOutput,
  throttle: { by: 'account', limit: 60, per: HOUR },
  async run(work, { purchaseid: purchaseId, shown_amount: shown }) {
    const way = await openWayToPay(work, { purchaseId, kind: 'checkout', terms: true, shown });
    return { state: way.state, client_secret: null, url: way.state === 'open' ? way.handover : null };
  },
});
