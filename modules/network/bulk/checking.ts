import { z } from 'zod';
import { findCompanyOwner } from '#modules/enterprise/index.ts';
import { HOUR, operation, type TemporaryFile, toJson, type Work } from '#modules/platform/index.ts';
import { networkAudit } from '../audit.ts';
import { BULK_CHECK_KEPT, BULK_CHECKS_AN_HOUR, BULK_UNKNOWN_SHIELDIDS } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import { bulkSender, getBulk, lockBulk, ofCompany, type StoredBulk } from './access.ts';
import { readCosts } from './coupons.ts';
import type { BulkCounts } from './entities.ts';
import { beginJudging, type Judging, judge } from './judging.ts';
import { bulkOutcomes, outcomeGroups } from './kinds.ts';
import { checkColumns } from './mapping.ts';
import { inBatches, openRows, readRows } from './stored-rows.ts';

/** Rows that are judged together. With more of them, more memory is used before it is collected. */
const BATCH = 500;

/**
 * A dry run: what would become of each row. It changes nothing but what is kept of it for an hour.
 * @throws Refusal network.bulk-unknown-ids for a file that tries which ShieldIDs exist
 */
export const checkBulk = operation({
  name: 'network.check-bulk',
  summary: 'Counts who of a file would be invited, without inviting anybody.',
  access: bulkSender,
  kind: 'staged',
  input: z.object({ ...ofCompany, bulkid: z.uuid() }),
  output: z.object({ bulkid: z.uuid() }),
  throttle: { by: 'account', limit: BULK_CHECKS_AN_HOUR, per: HOUR },
  async run(work, about) {
    const bulk = await getBulk(work, about);
    if (bulk.state !== 'uploaded') throw new Refusal('network.bulk-started');
    checkColumns(bulk.column_kinds);
    const inviterId = await inviterOf(work, bulk.company_id, work.caller);
    await using file = await openRows(work.portal, bulk);
    const checked = await dryRun(work, bulk, file, inviterId);
    await work.apart(async (inside) => {
      const now = await lockBulk(inside, about);
      if (now.state !== 'uploaded' || !isSameReading(now, bulk)) throw new Refusal('conflict');
      await keepCheck(inside, bulk, checked);
    });
    return { bulkid: bulk.id };
  },
});

/** Keeps a dry run, with which the sending can be started within an hour. */
export async function keepCheck(
  work: Work,
  { id, company_id }: Pick<StoredBulk, 'id' | 'company_id'>,
  { counts, outcomes, couponMost }: Checked,
): Promise<void> {
  await work.db
    .updateTable('bulk_invitation')
    .set({
      checked_at: work.now,
      check_counts: toJson(counts),
      check_outcomes: outcomes,
      coupon_most: couponMost,
    })
    .where('id', '=', id)
    .execute();
  await work.audit({
    action: networkAudit.bulkChecked,
    object: { type: 'bulk_invitation', id },
    detail: { company: company_id },
  });
}

/** The columns were not changed in the meantime. */
const isSameReading = (one: StoredBulk, other: StoredBulk) =>
  one.has_header === other.has_header &&
  one.coupon_type_id === other.coupon_type_id &&
  one.column_kinds.join() === other.column_kinds.join();

/** In whose name invitations are sent: a member's own, and the owner's if staff send them. */
export async function inviterOf(
  work: Work,
  companyId: string,
  { bulkCompanyId, accountId }: { bulkCompanyId: string | null; accountId: string },
): Promise<string> {
  if (bulkCompanyId !== null) return accountId;
  return findCompanyOwner(work, companyId);
}

interface Checked {
  counts: BulkCounts;
  /** The outcome of each row by its place among `bulkOutcomes`; 255 for the header. */
  outcomes: Buffer;
  /** Cents: what the coupons can cost at most; null if none is sent. */
  couponMost: number | null;
}

const HEADER = 255;

/** @throws Refusal network.bulk-unknown-ids */
export async function dryRun(
  work: Pick<Work, 'rows' | 'db' | 'now'>,
  bulk: Judging['bulk'] & Pick<StoredBulk, 'row_count' | 'has_header'>,
  file: TemporaryFile,
  inviterId: string,
): Promise<Checked> {
  const judging = await beginJudging(work, bulk, inviterId);
  const costs = await readCosts(work, bulk.company_id);
  const outcomes = Buffer.alloc(bulk.row_count, HEADER);
  const counts: BulkCounts = {};
  let couponMost: number | null = null;
  for await (const rows of inBatches(readRows(file, bulk.has_header ? 1 : 0), BATCH)) {
    for (const { row, outcome, couponTypeId } of await judge(work, judging, rows)) {
      outcomes[row.place] = bulkOutcomes.indexOf(outcome);
      counts[outcome] = (counts[outcome] ?? 0) + 1;
      if (couponTypeId !== null && outcomeGroups[outcome] === 'sent') {
        couponMost = (couponMost ?? 0) + (costs.get(couponTypeId) ?? 0);
      }
    }
    if (judging.unknown.shieldIds > BULK_UNKNOWN_SHIELDIDS) throw new Refusal('network.bulk-unknown-ids');
    judging.seen.keep();
  }
  return { counts, outcomes, couponMost };
}

/** When a dry run is no longer used; null if there is none that is. */
export function checkedUntil(
  work: Pick<Work, 'now'>,
  { checked_at }: Pick<StoredBulk, 'checked_at'>,
): Date | null {
  if (checked_at === null) return null;
  const until = new Date(checked_at.getTime() + BULK_CHECK_KEPT);
  return until > work.now ? until : null;
}
