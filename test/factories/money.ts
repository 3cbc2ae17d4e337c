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

/** Windows in which the person accepts; with the refund, there are eight clients. */
const WINDOWS = 7;

/**
 * The person accepts a score in seven windows at the moment at which its payment is returned.
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
  const accept = () => visitor.perform(saveAccept, { applicationid: applicationId, reviewaction: 'accept' });
  const later = () => pause(headStart);
  const [refunded, ...ends] = await Promise.allSettled([
    (async () => {
      if (first === 'accept') await later();
      await moneyOf(portal, applicationId).refund();
    })(),
    ...Array.from({ length: WINDOWS }, async () => {
      if (first === 'refund') await later();
      await accept();
    }),
  ]);
  if (refunded?.status !== 'fulfilled') throw refunded?.reason;
  const accepted = ends.some(({ status }) => status === 'fulfilled');
  for (const end of ends) {
    // Who accepts again what is accepted changes nothing, so all windows get the same answer.
    expect(end.status).toBe(accepted ? 'fulfilled' : 'rejected');
    if (end.status === 'rejected') {
      expect(end.reason).toMatchObject({ code: 'applications.payment-returned' });
    }
  }
  const { rows } = await portal.pool.query(
    `select application.status, application.money, score.expiration
     from application left join shield_score score on score.application_id = application.id and score.ended_at is null
     where application.id = $1`,
    [applicationId],
  );
  const caller = await visitor.caller();
  const valid = rows[0].expiration !== null && expiresAt(rows[0].expiration) > portal.clock.now();
  expect({ ...rows[0], valid, waits: caller?.facts.pending_score_change }).toEqual({
    status: accepted ? 'done' : 'refunded',
    money: 'returned',
    expiration: accepted ? expect.any(String) : null,
    valid: false,
    waits: false,
  });
  expect(await portal.work('test.score', (work) => findActiveScore(work, accountId))).toEqual(
    accepted ? expect.anything() : undefined,
  );
  return accepted ? 'accept' : 'refund';
}
