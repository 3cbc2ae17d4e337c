import type { Payment, Portal, Work } from '#modules/platform/index.ts';
import type { PaymentAttempt } from '../entities.ts';
import { listCharges } from '../payment/charges.ts';
import { outsideOf } from '../payment/ending.ts';
import { isFailure, reachProvider } from '../payment/provider.ts';
import { giveBackUnmatched, settlePayment } from '../payment/settling.ts';
import { lockPurchase } from '../purchases.ts';
import { endHold, findOpenHold, type HoldPlan, makeHold, type Outside, planHold } from './holds.ts';

const ROUNDS = 3;

/** The same, for the job. */
export function chargeCompanyCard(portal: Portal, purchaseId: string): Promise<void> {
  return chargeCompany(outsideOf(portal, 'purchasing.charge-company'), purchaseId);
}

/**
 * Captures the company's part of a purchase, after the buyer has paid or, if the coupon covers everything, has asked
 * for it. Safe to run any number of times. If a hold was lost after the buyer had paid, a new one is made. Nothing is
 * taken if the buyer got everything back in the meantime (D33).
 * @throws Error if the company's card is refused, so that the job is tried again and listed for staff
 */
export async function chargeCompany(work: Outside, purchaseId: string): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const plan = await work.apart((tx) => planCharge(tx, purchaseId));
    if (plan.step === 'nothing') return;
    if (plan.step === 'held') return capture(work, plan.attempt);
    if (plan.step === 'release') return letGo(work, plan.attempt);
    if (plan.step !== 'ask' || (await makeHold(work, plan.request)) === 'refused') break;
  }
  throw new Error(`the company's part of purchase ${purchaseId} could not be charged`);
}

type ChargePlan = HoldPlan | { step: 'release'; attempt: PaymentAttempt } | { step: 'nothing' };

async function planCharge(work: Work<unknown>, purchaseId: string): Promise<ChargePlan> {
  const purchase = await lockPurchase(work, purchaseId);
  if (!purchase) return { step: 'nothing' };
  const hold = await findOpenHold(work, purchaseId);
  const refunded = await isGivenBack(work, purchaseId);
  // Only the provider knows whether a capture that was begun took the money.
  if (hold?.capturingAt) return { step: refunded ? 'release' : 'held', attempt: hold };
  if (refunded) {
    await endHold(work, purchaseId);
    return { step: 'nothing' };
  }
  if (purchase.status !== 'paid' || (await isCharged(work, purchaseId))) return { step: 'nothing' };
  const plan = await planHold(work, purchase);
  if (plan.step === 'held') plan.attempt.capturingAt = work.now;
  return plan;
}

async function isCharged({ db }: Pick<Work, 'db'>, purchaseId: string): Promise<boolean> {
  const charged = await db
    .selectFrom('payment_attempt')
    .select('id')
    .where('purchase_id', '=', purchaseId)
    .where('kind', '=', 'company-card')
    .where('state', '=', 'paid')
    .executeTakeFirst();
  return charged !== undefined;
}

/** Whether the buyer paid and got everything back, by refunds or a lost dispute. */
async function isGivenBack(work: Pick<Work, 'rows'>, purchaseId: string): Promise<boolean> {
  const paid = (await listCharges(work, purchaseId)).filter(({ leg }) => leg === 'buyer');
  return paid.length > 0 && paid.every(({ charged, refunded, disputed }) => refunded + disputed >= charged);
}

/** @throws Error without the provider's payment, which the database does not allow for a hold that is captured */
function paymentOf({ id, providerId }: PaymentAttempt): string {
  if (!providerId) throw new Error(`the hold ${id} has no payment`);
  return providerId;
}

async function letGo(work: Outside, attempt: PaymentAttempt): Promise<void> {
  const payment = await reachProvider(() => work.portal.payments.closePayment(paymentOf(attempt)));
  await work.apart((tx) => settlePayment(tx, payment));
}

async function capture(work: Outside, attempt: PaymentAttempt): Promise<void> {
  const payment = await captureOrRetrieve(work, paymentOf(attempt));
  await work.apart(async (tx) => {
    if ((await settlePayment(tx, payment)) === 'unmatched') await giveBackUnmatched(tx, payment);
  });
}

async function captureOrRetrieve({ portal }: Outside, id: string): Promise<Payment> {
  try {
    return await reachProvider(() => portal.payments.capturePayment(id));
  } catch (error) {
    // It was captured before, or the hold has ended: the provider refuses, so its current state counts.
    if (isFailure(error, 'rejected')) return reachProvider(() => portal.payments.retrievePayment(id));
    throw error;
  }
}
