import {
  handOverLegalName,
  handOverSsn,
  lockNameAndBirth,
  recordAccess,
  writeFacts,
} from '#modules/identity/index.ts';
import {
  anyOf,
  type Caller,
  column,
  newId,
  sql,
  statement,
  takeTransactionLock,
  type Work,
} from '#modules/platform/index.ts';
import { countApplications } from '../applications.ts';
import { applicationsAudit } from '../audit.ts';
import { checksMoved, scoreExpired } from '../events.ts';
import { sendCheckMoved } from '../jobs.ts';
import { endMonitoring } from '../monitoring/profiles.ts';
import { Refusal } from '../refusals.ts';
import { keepOrIssueShieldId } from '../score/acceptance.ts';
import { activateCheck } from '../score/activating.ts';
import { noteScoreReview } from '../score/review.ts';
import { noteVerified } from '../verification/current.ts';
import { type Examined, examineTransfer, findTransferred, type TransferCheck } from './examining.ts';
import { resealChecks, resealReasons, sealReason } from './sealed.ts';

/** Moves finished checks with all that belongs to them to another account of the same person, in one transaction. */

export interface TransferWanted {
  /** The account in which the checks were found; they are moved out of no other account. */
  fromAccountId: string;
  toAccountId: string;
  profileNumbers: readonly string[];
  /** The agency's number of the moved check whose score will count; null to leave that as it is. */
  activeProfile: string | null;
  /** Staff have confirmed that both names belong to the same person. */
  namesConfirmed: boolean;
  /** Null if staff gave none. */
  reason: string | null;
  /** Called under the locks with what is about to be moved; may throw a refusal. */
  check: (examined: Examined) => void | Promise<void>;
}

/**
 * Moves checks to another account.
 * @returns the applications that were moved
 * @throws Refusal not-found, invalid-input, conflict if somebody moved them in the meantime, what `examineTransfer`
 * found, applications.transfer-name, applications.transfer-expired, applications.check-open
 */
export async function moveChecks(work: Work<Caller>, wanted: TransferWanted): Promise<string[]> {
  const { fromAccountId: from, toAccountId: to } = wanted;
  await lockBoth(work, [from, to]);
  const { accountId: owner, applicationIds } = await findTransferred(work, wanted.profileNumbers);
  if (owner !== from) throw new Refusal('conflict', { detail: `${owner} has them now` });
  const examined = await examineTransfer(work, { from, to, applicationIds });
  await wanted.check(examined);
  const [obstacle] = examined.obstacles;
  if (obstacle) throw new Refusal(obstacle);
  if (examined.namesDiffer && !wanted.namesConfirmed) {
    throw new Refusal('applications.transfer-name', { field: 'confirm_name' });
  }
  const active = activeAmong(examined.checks, wanted.activeProfile);

  await releaseScores(work, applicationIds);
  await resealReasons(work, { from, to, applicationIds });
  await recordTransfers(work, wanted, from, applicationIds);
  await moveRows(work, { from, to, applicationIds, state: examined.checks[0]?.state ?? '' });
  await resealChecks(work, { from, to, applicationIds });
  await handOverIdentity(work, examined);
  await tellAccounts(work, wanted, examined);
  if (active) {
    const activation = { accountId: to, accountActive: true, active: active.id, inactive: [] };
    await activateCheck(work, { ...activation, reason: wanted.reason });
  }
  return applicationIds;
}

function activeAmong(checks: readonly TransferCheck[], profileNumber: string | null): TransferCheck | null {
  if (profileNumber === null) return null;
  const chosen = checks.find(({ profile_number }) => profile_number === profileNumber);
  if (!chosen) throw new Refusal('invalid-input', { field: 'active_profileid' });
  if (!chosen.valid) throw new Refusal('applications.transfer-expired', { field: 'active_profileid' });
  return chosen;
}

/**
 * The same order in which all other writers lock: applications, then the ShieldID and monitoring of a person, then the
 * account.
 */
async function lockBoth({ db }: Pick<Work, 'db'>, accountIds: readonly string[]): Promise<void> {
  const people = accountIds.toSorted();
  await db
    .selectFrom('application')
    .select('id')
    .where('account_id', 'in', people)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const person of people) await takeTransactionLock(db, `shield-id:${person}`);
  for (const person of people) await takeTransactionLock(db, `monitoring:${person}`);
  await db
    .selectFrom('account')
    .select('id')
    .where('id', 'in', people)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/**
 * Ends what the previous account has of the checks: the active score, which keeps its original expiration, and
 * monitoring.
 */
async function releaseScores(work: Work<unknown>, applicationIds: readonly string[]): Promise<void> {
  const monitored = await work.db
    .selectFrom('monitored_profile')
    .select('id')
    .where('application_id', 'in', applicationIds)
    .where('disabled_at', 'is', null)
    .execute();
  for (const { id } of monitored) await endMonitoring(work, id, 'moved');
  await work.db
    .updateTable('shield_score')
    .set((row) => ({
      ended_at: work.now,
      expiration: sql<string>`coalesce(${row.ref('previous_expiration')}, ${row.ref('expiration')})`,
      previous_expiration: null,
    }))
    .where('application_id', 'in', applicationIds)
    .where('ended_at', 'is', null)
    .execute();
}

const nextPositions = statement({
  name: 'applications.next-transfers',
  row: { application_id: column.uuid, position: column.integer },
  sql: (applicationIds: readonly string[]) => sql`
    select a.id as application_id, coalesce(max(position), 0)::int + 1 as position
    from application a left join check_transfer on application_id = a.id
    where a.id = ${anyOf(applicationIds)} group by a.id`,
});

/** The database lets an application change its owner only to the one that its newest transfer names. */
async function recordTransfers(
  work: Work<Caller>,
  { toAccountId: to, reason }: TransferWanted,
  from: string,
  applicationIds: readonly string[],
): Promise<void> {
  for (const { application_id, position } of await work.rows(nextPositions(applicationIds))) {
    const id = newId();
    await work.db
      .insertInto('check_transfer')
      .values({
        id,
        application_id,
        position,
        from_account_id: from,
        to_account_id: to,
        reason_sealed: reason === null ? null : await sealReason(work, id, to, reason),
        transferred_at: work.now,
        transferred_by_account_id: work.caller.accountId,
      })
      .execute();
  }
}

const following = sql`score_change_application_id_fk, shield_score_application_id_fk, shield_score_shield_id_number_fk,
  expiration_change_shield_score_id_fk, dispute_application_id_fk, dispute_score_change_id_fk,
  dispute_message_dispute_id_fk, dispute_document_dispute_id_fk, monitored_profile_application_id_fk,
  monitoring_update_monitored_profile_id_fk, monitoring_update_score_change_id_fk`;
const compareLater = statement({
  name: 'applications.compare-owners-later',
  row: {},
  sql: () => sql`set constraints ${following} deferred`,
});
const compareNow = statement({
  name: 'applications.compare-owners-now',
  row: {},
  sql: () => sql`set constraints ${following} immediate`,
});

/** The ShieldIDs that move along: those whose scores are all moved. A number stays with its scores (D4). */
const numbersToMove = statement({
  name: 'applications.shield-ids-to-move',
  row: { number: column.text, active: column.boolean },
  sql: (from: string, applicationIds: readonly string[]) => sql`
    select number, retired_at is null as active from shield_id issued
    where account_id = ${from}
      and exists (select from shield_score where shield_id_number = number)
      and not exists (
        select from shield_score where shield_id_number = number
          and application_id <> all(${sql.val(applicationIds)}::uuid[]))`,
});

interface Move {
  from: string;
  to: string;
  applicationIds: readonly string[];
  /** Where the person lived, for a ShieldID that has to be issued. */
  state: string;
}

/** Gives all rows of the checks to the other account. The references between them are checked at the end. */
async function moveRows(work: Work<unknown>, { from, to, applicationIds, state }: Move): Promise<void> {
  const { db } = work;
  const numbers = await work.rows(numbersToMove(from, applicationIds));
  const own = await db
    .selectFrom('shield_id')
    .select('number')
    .where('account_id', '=', to)
    .where('retired_at', 'is', null)
    .executeTakeFirst();
  const moving = numbers.find(({ active }) => active)?.number;
  const number = own?.number ?? moving ?? (await keepOrIssueShieldId(work, to, state));

  await work.rows(compareLater());
  const account = { account_id: to };
  await db.updateTable('application').set(account).where('id', 'in', applicationIds).execute();
  await db.updateTable('score_change').set(account).where('application_id', 'in', applicationIds).execute();
  const disputes = db.selectFrom('dispute').select('id').where('application_id', 'in', applicationIds);
  const author = {
    author_account_id: sql<string>`case author when 'person' then ${to}::uuid else author_account_id end`,
  };
  await db
    .updateTable('dispute_document')
    .set({ ...account, ...author })
    .where('dispute_id', 'in', disputes)
    .execute();
  await db
    .updateTable('dispute_message')
    .set({ ...account, ...author })
    .where('dispute_id', 'in', disputes)
    .execute();
  await db.updateTable('dispute').set(account).where('application_id', 'in', applicationIds).execute();
  const profiles = db
    .selectFrom('monitored_profile')
    .select('id')
    .where('application_id', 'in', applicationIds);
  await db
    .updateTable('monitoring_update')
    .set(account)
    .where('monitored_profile_id', 'in', profiles)
    .execute();
  await db
    .updateTable('monitored_profile')
    .set(account)
    .where('application_id', 'in', applicationIds)
    .execute();
  await moveVerifications(work, { to, applicationIds });
  await db
    .updateTable('shield_score')
    .set((row) => ({
      ...account,
      // A number that is not moved belongs to the previous account; the moved score gets the number of the receiving
      // one.
      shield_id_number: sql<string>`case when ${row.ref('shield_id_number')} = any(${sql.val(numbers.map((each) => each.number))}::text[])
        then ${row.ref('shield_id_number')} else ${number} end`,
    }))
    .where('application_id', 'in', applicationIds)
    .execute();
  for (const each of numbers) {
    await db
      .updateTable('shield_id')
      .set((row) => ({
        ...account,
        retired_at: own
          ? sql<Date>`coalesce(${row.ref('retired_at')}, ${work.now}::timestamptz)`
          : row.ref('retired_at'),
      }))
      .where('number', '=', each.number)
      .execute();
  }
}

/** The verifications of the checks. The one that counts continues to count if the receiving account has none. */
async function moveVerifications(
  { db }: Pick<Work, 'db'>,
  { to, applicationIds }: Pick<Move, 'to' | 'applicationIds'>,
): Promise<void> {
  await db
    .updateTable('id_verification')
    .set((row) => ({
      account_id: to,
      active_verification: sql<boolean>`${row.ref('active_verification')} and not exists (
        select from id_verification other where other.account_id = ${to} and other.active_verification)`,
    }))
    .where('application_id', 'in', applicationIds)
    .execute();
}

/**
 * Gives the receiving account the proven facts about the person that it lacks: SSN, date of birth, legal name. An
 * account that is left without a check loses its SSN: with two accounts having the same one, the person's next
 * application would wait for staff (D49).
 */
async function handOverIdentity(work: Work<unknown>, { from, to, checks, others }: Examined): Promise<void> {
  const accounts = { from: from.accountId, to: to.accountId };
  await handOverSsn(work, { ...accounts, leave: others.some((check) => check.submitted_details !== null) });
  const { firstname, middlename, lastname, namesuffix } = to;
  await lockNameAndBirth(work, to.accountId, {
    firstname,
    middlename,
    lastname,
    namesuffix,
    dateofbirth: to.dateofbirth ?? checks[0]?.dateofbirth ?? from.dateofbirth,
  });
  const verified = await work.db
    .selectFrom('id_verification')
    .select('id')
    .where('active_verification', '=', true)
    .where(
      'application_id',
      'in',
      checks.map(({ id }) => id),
    )
    .executeTakeFirst();
  if (verified) await handOverLegalName(work, accounts);
}

/** Updates the facts of both accounts, records what happened to each, and tells both. */
async function tellAccounts(
  work: Work<Caller>,
  { reason }: TransferWanted,
  { from, to, checks }: Examined,
): Promise<void> {
  await work.rows(compareNow());
  const [former, receiving] = [from.accountId, to.accountId];
  if (checks.some(({ active }) => active)) {
    const none = {
      certification_name: null,
      certification_score: null,
      certification_expiration: null,
      score_held: false,
      score_review_since: null,
    };
    await writeFacts(work, former, none);
  }
  // The previous account comes first, because a number can be in the facts of only one account at a time.
  for (const accountId of [former, receiving]) {
    const issued = await work.db
      .selectFrom('shield_id')
      .select('number')
      .where('account_id', '=', accountId)
      .where('retired_at', 'is', null)
      .executeTakeFirst();
    await writeFacts(work, accountId, { certification_number: issued?.number ?? null });
    await countApplications(work, accountId);
    await noteVerified(work, accountId);
    await noteScoreReview(work, accountId);
    await recordAccess(work, {
      personId: accountId,
      viewerAccountId: work.caller.accountId,
      viewerCompanyId: null,
      kind: 'staff-transfer',
    });
  }
  for (const { id } of checks) {
    const object = { type: 'application', id };
    await work.audit({
      action: applicationsAudit.checkMovedAway,
      about: former,
      object,
      detail: { to: receiving, reason },
    });
    await work.audit({
      action: applicationsAudit.checkMovedHere,
      about: receiving,
      object,
      detail: { from: former, reason },
    });
  }
  await work.publish(checksMoved, {
    from: former,
    to: receiving,
    applicationIds: checks.map(({ id }) => id),
  });
  await work.publish(scoreExpired, { accountId: former });
  await work.enqueue(sendCheckMoved, { accountId: former, direction: 'away' });
  await work.enqueue(sendCheckMoved, { accountId: receiving, direction: 'here' });
}
