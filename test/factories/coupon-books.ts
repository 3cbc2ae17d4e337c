import { expect } from 'vitest';
import { sql } from '#modules/platform/index.ts';
import { receivePaymentEvent, setPurchaseConfirmed } from '#modules/purchasing/index.ts';
import type { CouponBuyer } from './coupons.ts';
import type { Buyer, Shop } from './shop.ts';

/** Helpers for purchases that a coupon pays for in part or in full, and what ledger and provider contain about them. */
export function couponBooks({ portal, sandbox, stripe }: Shop) {
  const confirm = ({ visitor, purchaseId }: Buyer) =>
    visitor.perform(setPurchaseConfirmed, { purchaseid: purchaseId });
  const complete = ({ visitor, purchaseId }: Buyer) =>
    visitor.perform(setPurchaseConfirmed, { purchaseid: purchaseId, couponcoversfull: 'YES' });

  /** The provider's payments for a purchase. Those of the company have its customer. */
  async function atProvider({ purchaseId }: Buyer) {
    const made = await stripe.paymentIntents.list({ limit: 100 });
    return made.data
      .filter((intent) => intent.metadata.purchase_id === purchaseId)
      .map(({ id, status, amount, amount_received, customer }) => ({
        id,
        status,
        amount,
        received: amount_received,
        leg: customer ? 'company' : 'buyer',
      }));
  }

  async function holdsOf(buyer: Buyer): Promise<string[]> {
    return (await atProvider(buyer)).filter(({ leg }) => leg === 'company').map(({ status }) => status);
  }

  async function ledgerOf({ purchaseId }: Buyer) {
    const { rows } = await sql<{ leg: string; amount: number; id: string }>`
      select leg, amount_cents as amount, provider_id as id from ledger_entry where purchase_id = ${purchaseId}
      order by leg`.execute(portal.db);
    return rows;
  }

  /**
   * Expects that the ledger contains once what the provider took from each payer, and that the coupon counts as
   * redeemed.
   */
  async function expectBooks(buyer: CouponBuyer, paid: { buyer: number; company: number }): Promise<void> {
    const taken = (await atProvider(buyer)).filter(({ received }) => received > 0);
    const entries = await ledgerOf(buyer);
    expect(entries.map(({ id, amount, leg }) => ({ id, amount, leg }))).toEqual(
      taken
        .map(({ id, received, leg }) => ({ id, amount: received, leg }))
        .sort((a, b) => a.leg.localeCompare(b.leg)),
    );
    expect(Object.fromEntries(entries.map(({ leg, amount }) => [leg, amount]))).toEqual(
      Object.fromEntries(Object.entries(paid).filter(([, amount]) => amount > 0)),
    );
    expect(entries).toHaveLength(Object.values(paid).filter((amount) => amount > 0).length);
    const { rows } = await sql<{ status: string; redeemed: boolean; applications: number }>`
      select p.status, c.redeemed_at is not null as redeemed,
        (select count(*)::int from application where purchase_id = p.id) as applications
      from purchase p join coupon c on c.id = ${buyer.couponId} where p.id = ${buyer.purchaseId}`.execute(
      portal.db,
    );
    expect(rows).toEqual([{ status: 'paid', redeemed: true, applications: 1 }]);
    // Expects that an amount that was held but not taken is released.
    expect((await atProvider(buyer)).filter(({ status }) => status === 'requires_capture')).toEqual([]);
  }

  async function tellEvents(): Promise<void> {
    for (const { payload, signature } of await sandbox.takeEvents()) {
      await portal.visitor().perform(receivePaymentEvent, { body: payload, signature });
    }
    await portal.runJobs();
  }

  return { confirm, complete, atProvider, holdsOf, ledgerOf, expectBooks, tellEvents };
}
