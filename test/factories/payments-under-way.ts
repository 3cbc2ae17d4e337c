import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { Refusal } from '#modules/platform/index.ts';
import { payHere, receivePaymentEvent, setPurchaseConfirmed } from '#modules/purchasing/index.ts';
import type { SignedEvent } from '#sandboxes/payments/index.ts';
import { newCouponBuyer, newCouponCompany } from '#test/factories/coupons.ts';
import type { PaymentGate, ProviderMoment, Stop } from '#test/factories/payment-gate.ts';
import { type Buyer, booksOf, enterCard, newBuyer, pressPay, type Shop } from '#test/factories/shop.ts';
import type { TestPortal } from '#test/portal.ts';

/** How buyers and the provider reach the portal. */
export interface BuyerActions {
  /**
   * Presses Pay.
   * @returns the secret for the card form; null if there is nothing left to pay
   */
  pay(buyer: Buyer): Promise<string | null>;
  /**
   * Returns from the provider's page.
   * @returns whether the purchase is paid
   */
  comeBack(buyer: Buyer): Promise<boolean>;
  /** @throws Error if the event is not stored */
  tell(notice: SignedEvent): Promise<void>;
}

/** Buyers and the provider who call the operations of the portal. */
export const throughOperations = (portal: TestPortal): BuyerActions => ({
  async pay({ visitor, purchaseId }) {
    const way = await visitor.perform(payHere, { purchaseid: purchaseId, accept_terms: 'YES' });
    return way.client_secret;
  },
  async comeBack({ visitor, purchaseId }) {
    try {
      await visitor.perform(setPurchaseConfirmed, { purchaseid: purchaseId });
      return true;
    } catch (error) {
      if (error instanceof Refusal && error.status === 409) return false;
      throw error;
    }
  },
  async tell({ payload, signature }) {
    await portal.visitor().perform(receivePaymentEvent, { body: payload, signature });
  },
});

interface Moment {
  /** Paid with the buyer's card, with a coupon for a quarter and the card, or with a coupon alone. */
  paidBy: 'card' | 'both' | 'coupon';
  act: 'pay' | 'comeBack';
  /** The request to the provider that is stopped. */
  call: RegExp;
  when: ProviderMoment;
}

const creates = /^POST \/v1\/payment_intents$/;
const reads = /^GET \/v1\/payment_intents\/pi_/;
const captures = /^POST \/v1\/payment_intents\/pi_\w+\/capture$/;

/** With a coupon, the first payment that is created is the hold on the company's card. */
const moments: readonly Moment[] = [
  { paidBy: 'card', act: 'pay', call: creates, when: 'asked' },
  { paidBy: 'card', act: 'pay', call: creates, when: 'answered' },
  { paidBy: 'card', act: 'comeBack', call: reads, when: 'asked' },
  { paidBy: 'card', act: 'comeBack', call: reads, when: 'answered' },
  { paidBy: 'both', act: 'pay', call: creates, when: 'asked' },
  { paidBy: 'both', act: 'pay', call: creates, when: 'answered' },
  { paidBy: 'coupon', act: 'pay', call: creates, when: 'answered' },
  { paidBy: 'coupon', act: 'pay', call: captures, when: 'asked' },
  { paidBy: 'coupon', act: 'pay', call: captures, when: 'answered' },
];

export interface PaymentsUnderWay {
  /** One for each moment. `ended` is `lost` if the buyer got no answer. */
  stopped: { stop: Stop; ended: Promise<'answered' | 'lost'> }[];
  /** Settles when the requests that were not stopped have ended. */
  others: Promise<unknown>;
  /** All buyers do what people would do next, and the provider sends its events again. */
  finish(actions: BuyerActions): Promise<void>;
  /** Expects that each purchase is paid once, and that the ledger contains what the provider has taken. */
  expectPaidOnce(): Promise<void>;
}

/**
 * Brings a purchase to each moment of its payment and stops it there. In addition, it starts a press of Pay, a return
 * and the provider's events, which are not stopped, so that whatever the test does next comes in the middle of them.
 */
export async function bringUnderWay(
  shop: Shop,
  gate: PaymentGate,
  actions: BuyerActions,
): Promise<PaymentsUnderWay> {
  const both = await newCouponCompany(shop, { type: 'percent', amount: 25 });
  const coupon = await newCouponCompany(shop, { type: 'full' });
  const makeBuyer = {
    card: () => newBuyer(shop),
    both: () => newCouponBuyer(shop, both),
    coupon: () => newCouponBuyer(shop, coupon),
  };
  const payer = async () => {
    const buyer = await newBuyer(shop);
    await enterCard(shop, await pressPay(buyer));
    return buyer;
  };
  const planned: (Moment & { buyer: Buyer })[] = [];
  for (const moment of moments) {
    const buyer = moment.act === 'comeBack' ? await payer() : await makeBuyer[moment.paidBy]();
    planned.push({ ...moment, buyer });
  }
  const [presses, returns, neverReturns] = [await newBuyer(shop), await payer(), await payer()];
  const notices = await shop.sandbox.takeEvents();

  const stopped: PaymentsUnderWay['stopped'] = [];
  for (const { buyer, act, call, when } of planned) {
    const stop = gate.stopAt(call, when);
    const ended = actions[act](buyer).then(
      () => 'answered' as const,
      () => 'lost' as const,
    );
    const first = await Promise.race([stop.reached.then(() => 'stopped'), ended]);
    expect(first, `${act}, ${call} ${when}`).toBe('stopped');
    stopped.push({ stop, ended });
  }
  const others = Promise.allSettled([
    actions.pay(presses),
    actions.comeBack(returns),
    ...notices.map((notice) => actions.tell(notice)),
  ]);
  await pause(Math.random() * 30);

  return {
    stopped,
    others,
    async finish(again) {
      for (const buyer of [...planned.map((each) => each.buyer), presses, returns]) {
        await payAgain(shop, again, buyer);
      }
      for (const notice of [...notices, ...(await shop.sandbox.takeEvents())]) await again.tell(notice);
      await shop.portal.runJobs();
    },
    expectPaidOnce: () =>
      expectPaidOnce(shop, [...planned.map((each) => each.buyer), presses, returns, neverReturns]),
  };
}

/** What a person does who does not know whether they have paid. */
async function payAgain(shop: Shop, actions: BuyerActions, buyer: Buyer): Promise<void> {
  if (await actions.comeBack(buyer)) return;
  const secret = await actions.pay(buyer);
  if (secret === null) return;
  await enterCard(shop, secret.split('_secret_')[0] ?? '');
  expect(await actions.comeBack(buyer)).toBe(true);
}

async function expectPaidOnce({ portal, stripe }: Shop, buyers: readonly Buyer[]): Promise<void> {
  const intents = await stripe.paymentIntents.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
  for (const buyer of buyers) {
    const { purchases, ledger, applications } = await booksOf(portal, buyer);
    expect(purchases).toMatchObject([{ id: buyer.purchaseId, status: 'paid' }]);
    expect(applications).toHaveLength(1);
    const own = intents.filter(({ metadata }) => metadata.purchase_id === buyer.purchaseId);
    expect(own.map(({ status }) => status)).not.toContain('requires_capture');
    const taken = own.filter((intent) => intent.amount_received > 0);
    expect(ledger.map((entry) => [entry.provider_id, entry.amount_cents]).sort()).toEqual(
      taken.map((intent) => [intent.id, intent.amount_received]).sort(),
    );
    expect(taken.reduce((sum, intent) => sum + intent.amount_received, 0)).toBe(7900);
  }
}
