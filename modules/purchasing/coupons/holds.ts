import { LockMode } from '@mikro-orm/postgresql';
import { DAY, newId, type Payment, type Portal, type Work } from '#modules/platform/index.ts';
import { purchasingAudit } from '../audit.ts';
import { findCompanyCard } from '../company-card/managing.ts';
import { PaymentAttempt, type Purchase } from '../entities.ts';
import { releaseHold as releaseHoldJob, sendCouponRefused } from '../jobs.ts';
import { closeAttempt, findOpenAttempt, KEY_TRUSTED } from '../payment/attempts.ts';
import { isFailure, reachProvider } from '../payment/provider.ts';
import { lockPurchase } from '../purchases.ts';
import { Refusal } from '../refusals.ts';
import { noteTold, tellOfCardProblem } from './card-problem.ts';
import { divide } from './dividing.ts';

/**
 * The company's part of a purchase (D32): held on its saved card when the buyer presses Pay, captured when the buyer's
 * payment succeeds, and otherwise released. A hold takes no money until it is captured, so a hold that is closed here
 * is released at the provider by a job.
 */

/** A charge without the cardholder is held for at least 5 days (Visa); other cards hold it longer. */
const HOLD_TRUSTED = 4 * DAY;

/** What is requested from the provider. */
export interface HoldRequest {
  attempt: PaymentAttempt;
  amount: number;
  description: string;
  customerId: string;
  /** The provider's payment method. */
  cardId: string;
}

export type HoldPlan =
  | { step: 'held'; attempt: PaymentAttempt }
  | { step: 'ask'; request: HoldRequest }
  /** A new hold is needed; before that, the buyer's payment that relies on the old one must be closed. */
  | { step: 'close'; attempt: PaymentAttempt }
  /** The company has no card. */
  | { step: 'refused' };

/** The next step toward a hold, for a locked purchase with a company's part that is not being captured. */
export async function planHold(work: Work<unknown>, purchase: Purchase): Promise<HoldPlan> {
  const open = await findOpenHold(work, purchase.id);
  if (open && isTrusted(open, work.now)) {
    return open.authorizedAt ? { step: 'held', attempt: open } : askFor(work, purchase, open);
  }
  const buyers = await findOpenAttempt(work, purchase.id);
  if (buyers) return { step: 'close', attempt: buyers };
  if (open) await release(work, open);
  const companyId = await companyOf(work, purchase);
  const card = await findCompanyCard(work, companyId);
  if (!card) {
    await tellOfCardProblem(work, companyId);
    return { step: 'refused' };
  }
  const attempt = work.em.create(PaymentAttempt, {
    id: newId(),
    purchaseId: purchase.id,
    kind: 'company-card',
    companyCardId: card.id,
    state: 'open',
    createdAt: work.now,
  });
  await work.em.flush();
  return askFor(work, purchase, attempt);
}

function isTrusted({ authorizedAt, createdAt }: PaymentAttempt, now: Date): boolean {
  const [since, lasts] = authorizedAt ? [authorizedAt, HOLD_TRUSTED] : [createdAt, KEY_TRUSTED];
  return now.getTime() - since.getTime() < lasts;
}

async function askFor(
  work: Pick<Work, 'db'>,
  purchase: Purchase,
  attempt: PaymentAttempt,
): Promise<HoldPlan> {
  const { card_id: cardId, customer_id: customerId } = await cardOf(work, attempt.id);
  const { companyCents: amount, packageDescrip: description } = purchase;
  return { step: 'ask', request: { attempt, amount, description, customerId, cardId } };
}

function cardOf({ db }: Pick<Work, 'db'>, attemptId: string) {
  return db
    .selectFrom('payment_attempt as attempt')
    .innerJoin('company_card as card', 'card.id', 'attempt.company_card_id')
    .innerJoin('company_customer as customer', 'customer.company_id', 'card.company_id')
    .select(['card.card_id', 'customer.customer_id'])
    .where('attempt.id', '=', attemptId)
    .executeTakeFirstOrThrow();
}

/** The company whose coupon a purchase has. */
async function companyOf({ db }: Pick<Work, 'db'>, { couponId }: Purchase): Promise<string> {
  const { company_id } = await db
    .selectFrom('coupon')
    .innerJoin('coupon_type as type', 'type.id', 'coupon.coupon_type_id')
    .select('type.company_id')
    .where('coupon.id', '=', couponId ?? null)
    .executeTakeFirstOrThrow();
  return company_id;
}

export function findOpenHold(work: Pick<Work, 'em'>, purchaseId: string): Promise<PaymentAttempt | null> {
  return work.em.findOne(
    PaymentAttempt,
    { purchaseId, state: 'open', kind: 'company-card' },
    { refresh: true },
  );
}

/** Something that asks the provider outside a transaction: an operation or a job. */
export interface Outside {
  portal: Portal;
  apart<T>(run: (work: Work<unknown>) => Promise<T>): Promise<T>;
}

/**
 * Asks the provider to hold the company's part, and stores its answer. Asking again with the same request gives the
 * same hold.
 * @returns `refused` if the card is refused; the coupon has then been removed from the purchase and the owner is told.
 * `ended` if the hold was closed in the meantime
 */
export async function makeHold(work: Outside, request: HoldRequest): Promise<'held' | 'refused' | 'ended'> {
  const payment = await askProvider(work, request);
  if (payment?.state !== 'authorized') {
    await work.apart((tx) => refuseHold(tx, request.attempt));
    if (payment) await reachProvider(() => work.portal.payments.closePayment(payment.id));
    return 'refused';
  }
  const kept = await work.apart((tx) => keepHold(tx, request.attempt.id, payment));
  if (!kept) await reachProvider(() => work.portal.payments.closePayment(payment.id));
  return kept ? 'held' : 'ended';
}

async function askProvider({ portal, apart }: Outside, request: HoldRequest): Promise<Payment | null> {
  const { attempt, ...asked } = request;
  try {
    return await reachProvider(
      () =>
        portal.payments.holdOnCard({
          ...asked,
          key: `attempt:${attempt.id}`,
          references: { purchaseId: attempt.purchaseId, attemptId: attempt.id },
        }),
      () => apart((tx) => giveUpHold(tx, attempt.id)),
    );
  } catch (error) {
    // Declined by the bank, or the provider no longer has the card.
    if (isFailure(error, 'declined', 'rejected', 'not-found')) return null;
    throw error;
  }
}

/** Closes a hold that the provider may have made, and has it released there. */
async function giveUpHold(work: Work<unknown>, attemptId: string): Promise<void> {
  const attempt = await lockAttempt(work, attemptId);
  if (attempt.state === 'open' && attempt.providerId === null) await release(work, attempt);
}

/**
 * Stores what the provider holds.
 * @returns whether the attempt is still open
 */
async function keepHold(work: Work<unknown>, attemptId: string, payment: Payment): Promise<boolean> {
  const attempt = await lockAttempt(work, attemptId);
  attempt.providerId ??= payment.id;
  if (attempt.state !== 'open') return false;
  attempt.authorizedAt ??= work.now;
  await work.db
    .updateTable('company_card')
    .set({ refused_at: null })
    .where('id', '=', attempt.companyCardId ?? null)
    .where('refused_at', 'is not', null)
    .execute();
  return true;
}

/** An attempt with its purchase, both locked in the order that all writers use. */
async function lockAttempt(work: Pick<Work, 'em' | 'db'>, attemptId: string): Promise<PaymentAttempt> {
  const { purchaseId } = await work.em.findOneOrFail(PaymentAttempt, { id: attemptId });
  await lockPurchase(work, purchaseId);
  return work.em.findOneOrFail(
    PaymentAttempt,
    { id: attemptId },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
}

async function refuseHold(work: Work<unknown>, { id, purchaseId }: PaymentAttempt): Promise<void> {
  const attempt = await lockAttempt(work, id);
  if (attempt.state !== 'open') return;
  closeAttempt(work, attempt);
  await work.em.flush();
  const refused = await work.db
    .updateTable('company_card')
    .set({ refused_at: work.now })
    .where('id', '=', attempt.companyCardId ?? null)
    .where('refused_at', 'is', null)
    .returning('company_id')
    .executeTakeFirst();
  // The owner is told once, until the card is charged again or another one is saved.
  if (refused) {
    await noteTold(work, refused.company_id, 'declined');
    await work.enqueue(sendCouponRefused, { companyId: refused.company_id });
  }
  await work.audit({
    action: purchasingAudit.couponRefused,
    object: { type: 'purchase', id: purchaseId },
  });
  const purchase = await lockPurchase(work, purchaseId);
  if (purchase?.status === 'open') await divide(work, purchase, null);
}

/**
 * Ends the hold of a locked purchase, if there is one: here at once, at the provider with a job.
 * @throws Refusal purchasing.processing if it is being captured
 */
export async function endHold(work: Work<unknown>, purchaseId: string): Promise<void> {
  const open = await findOpenHold(work, purchaseId);
  if (!open) return;
  if (open.capturingAt) throw new Refusal('purchasing.processing');
  await release(work, open);
}

async function release(work: Work<unknown>, attempt: PaymentAttempt): Promise<void> {
  closeAttempt(work, attempt);
  await work.em.flush();
  await work.enqueue(releaseHoldJob, { attemptId: attempt.id });
}

/**
 * Releases a closed hold at the provider. If the process died before it learned the hold's id, the hold is found by the
 * attempt that it was made for.
 */
export async function releaseAtProvider(portal: Portal, attemptId: string): Promise<void> {
  const found = await portal.work('purchasing.read-hold', (work) => readClosedHold(work, attemptId));
  if (!found) return;
  const id = found.provider_id ?? (await portal.payments.findHold(found.customer_id, attemptId))?.id;
  if (!id) return;
  const payment = await portal.payments.closePayment(id);
  if (payment.state === 'paid') portal.log.error({ attempt: attemptId }, 'a released hold was captured');
}

function readClosedHold({ db }: Pick<Work, 'db'>, attemptId: string) {
  return db
    .selectFrom('payment_attempt as attempt')
    .innerJoin('company_card as card', 'card.id', 'attempt.company_card_id')
    .innerJoin('company_customer as customer', 'customer.company_id', 'card.company_id')
    .select(['attempt.provider_id', 'customer.customer_id'])
    .where('attempt.id', '=', attemptId)
    .where('attempt.state', '=', 'closed')
    .executeTakeFirst();
}
