import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { findActiveScore, saveAccept } from '#modules/applications/index.ts';
import { expiresAt, newId, type Work } from '#modules/platform/index.ts';
import { noteChargebacks } from '#modules/purchasing/money/noting.ts';
import { type Charge, listCharges } from '#modules/purchasing/payment/charges.ts';
import { lockPurchase } from '#modules/purchasing/purchases.ts';
import { recordRefund } from '#modules/purchasing/refunds/recording.ts';
import { withResult } from '#test/factories/applicants.ts';
import type { VisitedPortal } from '#test/visitor.ts';

/** What a payment service tells about the buyer's payment for a check, without the service. */
export function moneyOf(portal: VisitedPortal, applicationId: string) {
  async function withCharge(act: (work: Work<null>, charge: Charge) => Promise<void>): Promise<void> {
    await portal.work('test.money', async (work) => {
      const { purchase_id: purchaseId } = await work.db
        .selectFrom('application')
        .select('purchase_id')
        .where('id', '=', applicationId)
        .executeTakeFirstOrThrow();
      await lockPurchase(work, purchaseId);
      const charge = (await listCharges(work, purchaseId)).find(({ leg }) => leg === 'buyer');
      if (!charge) throw new Error('the buyer paid nothing');
      await act(work, charge);
    });
  }
  return {
    /** @param cents all that is left by default */
    refund: (cents?: number) =>
      withCharge((work, charge) =>
        recordRefund(work, charge, {
          id: `re_${newId()}`,
          amount: cents ?? charge.charged - charge.refunded,
          currency: 'usd',
          state: 'done',
        }),
      ),
    /** @param cents the whole payment by default */
    chargeback: (state: 'inquiry' | 'open' | 'won' | 'lost' | 'closed', cents?: number) =>
      withCharge((work, charge) =>
        noteChargebacks(work, charge.purchase_id, [
          {
            id: `dp_${charge.id}`,
            state,
            amount: cents ?? charge.charged,
            currency: 'usd',
            reason: 'fraudulent',
            respondBy: null,
            withdrawn: 0,
            returned: 0,
          },
        ]),
      ),
  };
}

export type Money = ReturnType<typeof moneyOf>;

/**
 * The person accepts a score at the moment at which its payment is returned.
 * @param first what begins earlier, and by how many milliseconds: accepting is quicker, so without it, it would always win
 * @returns which of them was first
 */
export async function raceRefundAgainstAccept(
  portal: VisitedPortal,
  first: 'refund' | 'accept',
  headStart: number,
): Promise<'refund' | 'accept'> {
  const { visitor, applicationId, accountId } = await withResult(portal);
  await visitor.perform(saveAccept, { applicationid: applicationId, acceptterms: 'YES' });
  const acts = {
    refund: () => moneyOf(portal, applicationId).refund(),
    accept: () => visitor.perform(saveAccept, { applicationid: applicationId, reviewaction: 'accept' }),
  };
  const order = first === 'refund' ? (['refund', 'accept'] as const) : (['accept', 'refund'] as const);
  const ends = await Promise.allSettled(
    order.map(async (act, at) => {
      await pause(at * headStart);
      await acts[act]();
    }),
  );
  const accepted = ends[order.indexOf('accept')];
  const refunded = ends[order.indexOf('refund')];
  if (refunded?.status !== 'fulfilled') throw refunded?.reason;
  const { rows } = await portal.pool.query(
    `select application.status, application.money, score.expiration
     from application left join shield_score score on score.application_id = application.id and score.ended_at is null
     where application.id = $1`,
    [applicationId],
  );
  const caller = await visitor.caller();
  const valid = rows[0].expiration !== null && expiresAt(rows[0].expiration) > portal.clock.now();
  expect({ ...rows[0], valid, waits: caller?.facts.pending_score_change }).toEqual({
    status: accepted?.status === 'fulfilled' ? 'done' : 'refunded',
    money: 'returned',
    expiration: accepted?.status === 'fulfilled' ? expect.any(String) : null,
    valid: false,
    waits: false,
  });
  if (accepted?.status === 'rejected') {
    expect(accepted.reason).toMatchObject({ code: 'applications.payment-returned' });
  }
  expect(await portal.work('test.score', (work) => findActiveScore(work, accountId))).toEqual(
    accepted?.status === 'fulfilled' ? expect.anything() : undefined,
  );
  return accepted?.status === 'fulfilled' ? 'accept' : 'refund';
}
