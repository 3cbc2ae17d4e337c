import { mayIssueCoupons } from '#modules/enterprise/index.ts';
import { type Portal, SECOND, type TemporaryFile, toJson, type Work } from '#modules/platform/index.ts';
import { findCardProblem, listCouponTypes } from '#modules/purchasing/index.ts';
import { networkAudit } from '../audit.ts';
import { tellOfBulk } from '../company-events.ts';
import { issueWithInvitation } from '../invitations/coupon.ts';
import { inviteAll } from '../invitations/inviting.ts';
import { sendBulk, sendBulkDone } from '../jobs.ts';
import { type StoredBulk, takeTurn } from './access.ts';
import { inviterOf } from './checking.ts';
import type { BulkCounts } from './entities.ts';
import { beginJudging, type Judged, type Judging, judge, readOffered } from './judging.ts';
import { type BulkOutcome, outcomeGroups, type PauseReason } from './kinds.ts';
import { countRows, nextDay, readDailyLimit } from './limits.ts';
import { readRow } from './rows.ts';
import { inBatches, openRows, readRows, type StoredRow } from './stored-rows.ts';

/**
 * Sends a file in batches, each a transaction of its own that also writes how far it is and what became of each row. So
 * a run that ends at any moment goes on with the first row that was not handled, and no row is handled twice: the
 * batch locks the file, begins at its position, and a row's number can be written once only.
 */

const BATCH = 500;

/** How long one try works before it gives its place to other jobs. */
const TURN = 30 * SECOND;

export async function sendNextRows(
  portal: Portal,
  { bulkId }: { bulkId: string },
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const begun = performance.now();
  const bulk = await findSending(portal.db, bulkId);
  if (!bulk) return;
  await using file = await openRows(portal, bulk);
  const { inviterId, issuerId } = await portal.work(sendBulk.name, (work) => findSenders(work, bulk));
  const judging = await beginJudging({ db: portal.db }, bulk, inviterId);
  if (bulk.position > 0) await noteAddresses(portal.db, judging, bulk, file);
  const from = Math.max(bulk.position, bulk.has_header ? 1 : 0);
  for await (const rows of inBatches(readRows(file, from), BATCH)) {
    signal.throwIfAborted();
    const isOpen = await portal.work(sendBulk.name, (work) =>
      sendBatch(work, bulkId, issuerId, judging, rows),
    );
    if (!isOpen) return;
    judging.seen.keep();
    if (performance.now() - begun > TURN) {
      return portal.work(sendBulk.name, (work) => work.enqueue(sendBulk, { bulkId }, { key: keyOf(bulkId) }));
    }
  }
}

/** At most one waiting job for a file. */
export const keyOf = (bulkId: string) => `bulk:${bulkId}`;

function findSending(db: Portal['db'], bulkId: string): Promise<StoredBulk | undefined> {
  return db
    .selectFrom('bulk_invitation')
    .selectAll()
    .where('id', '=', bulkId)
    .where('state', '=', 'sending')
    .executeTakeFirst();
}

/** In whose name it is sent: of who started it while they manage the team, otherwise of the owner. Staff issue no coupons. */
async function findSenders(
  work: Work<null>,
  { company_id: companyId, started_by_account_id: starter }: StoredBulk,
): Promise<{ inviterId: string; issuerId: string | null }> {
  const member = await work.db
    .selectFrom('team_member')
    .select('account_id')
    .where('company_id', '=', companyId)
    .where('account_id', '=', starter)
    .where('role', 'in', ['owner', 'admin'])
    .executeTakeFirst();
  const inviterId = await inviterOf(work, companyId, {
    bulkCompanyId: member ? companyId : null,
    accountId: starter ?? '',
  });
  return { inviterId, issuerId: member?.account_id ?? null };
}

/**
 * The addresses of the rows that were handled before, so that later rows of the same people are found. A row that names
 * a coupon or package that does not exist is not about its person, as in a run that was not interrupted.
 */
async function noteAddresses(
  db: Portal['db'],
  { seen }: Judging,
  { id, column_kinds, position }: StoredBulk,
  file: TemporaryFile,
): Promise<void> {
  const unread = await db
    .selectFrom('bulk_invitation_row')
    .select('row_number')
    .where('bulk_invitation_id', '=', id)
    .where('outcome', 'in', ['bad-coupon', 'bad-package'])
    .execute();
  const left = new Set(unread.map(({ row_number }) => row_number));
  for await (const row of readRows(file, 0, (place) => place < position)) {
    const read = left.has(row.number) ? 'bad-coupon' : readRow(row, column_kinds);
    if (typeof read !== 'string' && read.email !== null && read.shieldId === null) seen.add(read.email);
  }
  seen.keep();
}

/** @returns whether there is more to do */
async function sendBatch(
  work: Work<null>,
  bulkId: string,
  issuerId: string | null,
  judging: Judging,
  batch: readonly StoredRow[],
): Promise<boolean> {
  judging.seen.forget();
  await takeTurn(work, judging.bulk.company_id);
  await work.db.selectFrom('bulk_invitation').select('id').where('id', '=', bulkId).forUpdate().execute();
  const bulk = await findSending(work.db, bulkId);
  if (!bulk) return false;
  const rows = batch.filter(({ place }) => place >= bulk.position);
  if (rows.length === 0) return true;
  const { left } = await readDailyLimit(work, bulk.company_id);
  const offered = await readOffered(work, bulk);
  const judged = upTo(left, await judge(work, { ...judging, ...offered }, rows));
  const sending = judged.filter(isSent);
  if (sending.some(({ couponTypeId }) => couponTypeId !== null) && !(await canIssue(work, bulk, issuerId))) {
    return pause(work, bulk, 'coupon');
  }
  const outcomes = await inviteRows(work, bulk, judging.inviterId, issuerId, sending);
  for (const { row, outcome } of judged) outcomes.set(row.number, outcomes.get(row.number) ?? outcome);
  await record(work, bulk, outcomes, (judged.at(-1)?.row.place ?? bulk.position - 1) + 1);
  if (judged.length < rows.length) return pause(work, bulk, 'daily-limit');
  return true;
}

const isSent = ({ outcome }: Judged) => outcomeGroups[outcome] === 'sent';

/** The first rows with so many invitations among them. */
function upTo(most: number, judged: readonly Judged[]): readonly Judged[] {
  let left = most;
  const over = judged.findIndex((each) => isSent(each) && --left < 0);
  return over < 0 ? judged : judged.slice(0, over);
}

async function canIssue(
  work: Work<null>,
  { company_id, coupon_type_id: typeId }: StoredBulk,
  issuerId: string | null,
): Promise<boolean> {
  if (issuerId === null || !(await mayIssueCoupons(work, company_id, issuerId))) return false;
  if (typeId !== null) {
    const types = await listCouponTypes(work, company_id);
    if (!types.some(({ id, active }) => active && id === typeId)) return false;
  }
  return (await findCardProblem(work, company_id)) === null;
}

/** @returns the outcome of each row that was to get an invitation, by its number */
async function inviteRows(
  work: Work<null>,
  { company_id: companyId }: StoredBulk,
  inviterId: string,
  issuerId: string | null,
  sending: readonly Judged[],
): Promise<Map<number, BulkOutcome>> {
  const asked = sending.flatMap(({ invitee, ...rest }) => (invitee ? [{ ...rest, invitee }] : []));
  const invitations = await inviteAll(
    work,
    { companyId },
    inviterId,
    asked.map(({ invitee }) => invitee),
    {
      mail: 'in-bulk',
      async before(connectionId, place) {
        const typeId = asked[place]?.couponTypeId;
        if (!typeId || issuerId === null) return;
        await issueWithInvitation(work, connectionId, { companyId, typeId, issuedBy: issuerId });
      },
    },
  );
  const outcomes = new Map<number, BulkOutcome>();
  const details = [];
  for (const [at, { row, outcome, read }] of asked.entries()) {
    const invitation = invitations[at];
    // Somebody else invited them after they were looked up.
    outcomes.set(row.number, invitation?.already ? 'invited' : outcome);
    if (invitation?.already || !read || !(read.mobile || read.businessname || read.note)) continue;
    details.push({
      connection_id: invitation?.id ?? '',
      mobile: read.mobile,
      business_name: read.businessname || null,
      note: read.note || null,
    });
  }
  if (details.length > 0) {
    await work.db
      .insertInto('invitation_detail')
      .values(details)
      .onConflict((same) =>
        same.column('connection_id').doUpdateSet((row) => ({
          mobile: row.ref('excluded.mobile'),
          business_name: row.ref('excluded.business_name'),
          note: row.ref('excluded.note'),
        })),
      )
      .execute();
  }
  return outcomes;
}

/** Writes what became of the rows and where the next batch begins; after the last row, the file is done. */
async function record(
  work: Work<null>,
  bulk: StoredBulk,
  outcomes: ReadonlyMap<number, BulkOutcome>,
  position: number,
): Promise<void> {
  if (outcomes.size > 0) {
    await work.db
      .insertInto('bulk_invitation_row')
      .values(
        [...outcomes].map(([row_number, outcome]) => ({ bulk_invitation_id: bulk.id, row_number, outcome })),
      )
      .execute();
  }
  const counts: BulkCounts = { ...bulk.sent_counts };
  let sent = 0;
  for (const outcome of outcomes.values()) {
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    if (outcomeGroups[outcome] === 'sent') sent += 1;
  }
  await countRows(work, bulk.company_id, sent);
  const isDone = position >= bulk.row_count;
  await work.db
    .updateTable('bulk_invitation')
    .set({ position, sent_counts: toJson(counts), ...(isDone ? { state: 'done', ended_at: work.now } : {}) })
    .where('id', '=', bulk.id)
    .execute();
  await work.audit({
    action: networkAudit.bulkSent,
    object: { type: 'bulk_invitation', id: bulk.id },
    detail: { company: bulk.company_id, rows: outcomes.size },
  });
  if (!isDone) return;
  await work.enqueue(sendBulkDone, { bulkId: bulk.id });
  await tellOfBulk(work, bulk.company_id, bulk.id);
}

async function pause(work: Work<null>, bulk: StoredBulk, reason: PauseReason): Promise<false> {
  await work.db
    .updateTable('bulk_invitation')
    .set({
      state: 'paused',
      pause_reason: reason,
      resume_at: reason === 'daily-limit' ? nextDay(work.now) : null,
    })
    .where('id', '=', bulk.id)
    .execute();
  await work.audit({
    action: networkAudit.bulkPaused,
    object: { type: 'bulk_invitation', id: bulk.id },
    detail: { company: bulk.company_id, reason },
  });
  return false;
}
