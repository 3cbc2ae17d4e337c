import { z } from 'zod';
import { operation, toJson, type Work } from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { sendBulk } from '../jobs.ts';
import { Refusal } from '../refusals.ts';
import {
  type BulkActor,
  bulkSender,
  companyOf,
  lockBulk,
  ofCompany,
  type StoredBulk,
  takeTurn,
} from './access.ts';
import { checkedUntil } from './checking.ts';
import { checkCoupons } from './coupons.ts';
import { groupCounts } from './reading.ts';
import { keyOf } from './sending.ts';

/** Starting, pausing, continuing and stopping the sending of a file. */

export const startBulk = operation({
  name: 'network.start-bulk',
  summary: 'Sends the invitations of a file that was checked within the last hour.',
  access: bulkSender,
  kind: 'write',
  inPersonOnly: true,
  input: z.object({
    ...ofCompany,
    bulkid: z.uuid(),
    /** What the coupons can cost at most, in cents, as the dry run says; confirms it. */
    coupon_most: z.number().int().nullish(),
  }),
  output: z.object({ bulkid: z.uuid(), queued: z.number().int() }),
  async run(work, { coupon_most: confirmed, ...about }) {
    const bulk = await lockBulk(work, about);
    return { bulkid: bulk.id, queued: await start(work, bulk, confirmed ?? null) };
  },
});

/** @returns how many invitations will be sent. @throws Refusal */
export async function start(
  work: Work<BulkActor>,
  bulk: StoredBulk,
  confirmed: number | null,
): Promise<number> {
  if (bulk.state !== 'uploaded') throw new Refusal('network.bulk-started');
  if (checkedUntil(work, bulk) === null) throw new Refusal('network.bulk-check-first');
  const { sent } = groupCounts(bulk.check_counts);
  if (sent === 0) throw new Refusal('network.bulk-nobody');
  if (bulk.coupon_most !== null) {
    await checkCoupons(work, bulk.company_id, bulk.coupon_type_id);
    if (bulk.coupon_most !== confirmed) throw new Refusal('network.bulk-confirm-most');
  }
  await work.db
    .updateTable('bulk_invitation')
    .set({
      state: 'sending',
      started_at: work.now,
      started_by_account_id: work.caller.accountId,
      sent_counts: toJson({}),
    })
    .where('id', '=', bulk.id)
    .execute();
  await work.audit({
    action: networkAudit.bulkStarted,
    object: { type: 'bulk_invitation', id: bulk.id },
    detail: { company: bulk.company_id, coupon_most: bulk.coupon_most },
  });
  await work.enqueue(sendBulk, { bulkId: bulk.id }, { key: keyOf(bulk.id) });
  return sent;
}

/** What was sent stays. */
export const controlBulk = operation({
  name: 'network.control-bulk',
  summary: 'Pauses, continues or stops the sending of a file.',
  access: bulkSender,
  kind: 'write',
  input: z.object({ ...ofCompany, bulkid: z.uuid(), action: z.enum(['pause', 'continue', 'cancel']) }),
  output: z.object({ bulkid: z.uuid() }),
  async run(work, { action, ...about }) {
    await takeTurn(work, await companyOf(work, about));
    // Staff who act as a member send nothing; they may stop what is sent (D134).
    if (action === 'continue' && work.caller.adminAccountId) throw new Refusal('not-in-admin-session');
    const bulk = await lockBulk(work, about);
    const { id } = bulk;
    const isOpen = bulk.state === 'sending' || bulk.state === 'paused';
    if (
      !isOpen ||
      (action === 'pause' && bulk.state === 'paused') ||
      (action === 'continue' && bulk.state === 'sending')
    ) {
      throw new Refusal('network.bulk-not-sending');
    }
    const values = {
      pause: { state: 'paused', pause_reason: 'member', resume_at: null },
      continue: { state: 'sending', pause_reason: null, resume_at: null },
      cancel: { state: 'cancelled', pause_reason: null, resume_at: null, ended_at: work.now },
    } as const;
    await work.db.updateTable('bulk_invitation').set(values[action]).where('id', '=', id).execute();
    const [object, detail] = [{ type: 'bulk_invitation', id }, { company: bulk.company_id }];
    if (action === 'pause') {
      await work.audit({ action: networkAudit.bulkPaused, object, detail: { ...detail, reason: 'member' } });
    } else if (action === 'continue') {
      await work.audit({ action: networkAudit.bulkContinued, object, detail });
      await work.enqueue(sendBulk, { bulkId: id }, { key: keyOf(id) });
    } else await work.audit({ action: networkAudit.bulkCancelled, object, detail });
    return { bulkid: id };
  },
});
