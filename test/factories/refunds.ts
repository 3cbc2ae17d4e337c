import { setSetting, sql } from '#modules/platform/index.ts';
import { refundApproval } from '#modules/purchasing/index.ts';
import type { VisitedPortal } from '#test/visitor.ts';
import { newPerson } from './people.ts';
import { type Buyer, booksOf, buyByCard, type PaidBuyer, type Shop } from './shop.ts';

/** Buyers who can get their money back, and what became of their refunds. */
export function watchRefunds({ portal, stripe }: Pick<Shop, 'portal' | 'stripe'>) {
  return {
    /** Somebody who has paid by card, with nothing left to do of it. */
    async paidBuyer(): Promise<PaidBuyer> {
      const buyer = await buyByCard(portal, await newPerson(portal));
      await portal.runJobs();
      return buyer;
    },
    /** Cents that were refunded, according to the ledger and to the provider. */
    async refundedOf(buyer: PaidBuyer): Promise<{ ledger: number; provider: number }> {
      const { ledger } = await booksOf(portal, buyer);
      const { data } = await stripe.refunds.list({ payment_intent: buyer.transactionId, limit: 100 });
      const back = ledger.filter(({ kind }) => kind.startsWith('refund'));
      return {
        ledger: 0 - back.reduce((sum, entry) => sum + entry.amount_cents, 0),
        provider: data.reduce((sum, { amount, status }) => sum + (status === 'failed' ? 0 : amount), 0),
      };
    },
    /** The status of the application that was bought. */
    async statusOf(buyer: PaidBuyer): Promise<string | undefined> {
      return (await booksOf(portal, buyer)).applications[0]?.status;
    },
    /** The states of the refunds, the oldest one first. */
    async stateOf(buyer: Buyer): Promise<string[]> {
      const { rows } = await sql<{ state: string }>`
        select state from refund where purchase_id = ${buyer.purchaseId} order by requested_at, id`.execute(
        portal.db,
      );
      return rows.map(({ state }) => state);
    },
  };
}

/** The amount above which a refund needs a second admin. */
export function setRefundLimit(portal: VisitedPortal, dollars: number): Promise<void> {
  return portal.work('test.refund-limit', ({ db, now }) =>
    setSetting(db, refundApproval, dollars * 100, now),
  );
}
