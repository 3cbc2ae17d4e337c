import { takeTransactionLock, type Work } from '#modules/platform/index.ts';
import { applicationsAudit } from '../audit.ts';
import { scoreActivated } from '../events.ts';
import { sendScoreActive } from '../jobs.ts';
import { requireMoney } from '../money.ts';
import { Refusal } from '../refusals.ts';
import { noteActiveScore } from './active-facts.ts';
import { suspendScore } from './suspension.ts';

/** Which of a person's checks counts, as set by staff: at most one (doc3 §4). */

interface Activation {
  accountId: string;
  /** The account is not disabled. */
  accountActive: boolean;
  /** The application whose score counts from now on. */
  active: string;
  /** Applications whose score no longer counts. */
  inactive: readonly string[];
  /** Null if staff gave none. */
  reason: string | null;
}

/**
 * Makes the newest score of a finished check the active one, in place of another check's, and tells the person. Its
 * expiration stays what it was. Doing it again changes nothing.
 * @throws Refusal not-found for a check of somebody else, applications.check-open while one of the two checks is not
 * done, never had a score, or has an open dispute; applications.payment-held, applications.payment-returned
 */
export async function activateCheck(work: Work<unknown>, activation: Activation): Promise<void> {
  const { accountId, active, inactive, reason } = activation;
  const own = await work.db
    .selectFrom('application')
    .select(['id', 'status', 'money'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const statuses = new Map(own.map(({ id, status }) => [id, status]));
  for (const check of own) if (check.id === active) requireMoney(check);
  if (![active, ...inactive].every((id) => statuses.has(id))) {
    throw new Refusal('not-found', { detail: 'the check of somebody else' });
  }
  await takeTransactionLock(work.db, `shield-id:${accountId}`);
  const scores = await work.db
    .selectFrom('shield_score')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('activated_at', 'desc')
    .forUpdate()
    .execute();
  const former = scores.find(({ ended_at }) => ended_at === null);
  if (former?.application_id === active) return;
  const next = scores.find(({ application_id }) => application_id === active);
  if (!next) throw new Refusal('applications.check-open', { detail: `${active} has no score` });
  const concerned = [active, ...(former ? [former.application_id] : [])];
  for (const id of concerned) {
    if (statuses.get(id) !== 'done')
      throw new Refusal('applications.check-open', { detail: `${id} is open` });
  }
  await requireNoDispute(work, concerned);

  if (former) {
    await work.db
      .updateTable('shield_score')
      .set({
        ended_at: work.now,
        // A disabled account made it expire early, so its own expiration is restored.
        expiration: former.previous_expiration ?? former.expiration,
        previous_expiration: null,
      })
      .where('id', '=', former.id)
      .execute();
  }
  const { number } = await work.db
    .selectFrom('shield_id')
    .select('number')
    .where('account_id', '=', accountId)
    .where('retired_at', 'is', null)
    .executeTakeFirstOrThrow();
  await work.db
    .updateTable('shield_score')
    .set({ ended_at: null, shield_id_number: number })
    .where('id', '=', next.id)
    .execute();
  await noteActiveScore(work, accountId);
  if (!activation.accountActive) await suspendScore(work, { accountId });
  await work.audit({
    action: applicationsAudit.checkActivated,
    about: accountId,
    object: { type: 'application', id: active },
    detail: { from: former?.application_id ?? null, to: active, reason },
  });
  await work.publish(scoreActivated, {
    accountId,
    applicationId: active,
    shieldId: number,
    score: next.score,
    expiration: next.expiration,
  });
  await work.enqueue(sendScoreActive, { scoreChangeId: next.score_change_id, by: 'staff' });
}

/** An open case holds back the sharing of the score that it is about. */
async function requireNoDispute({ db }: Pick<Work, 'db'>, applicationIds: readonly string[]): Promise<void> {
  const open = await db
    .selectFrom('dispute')
    .select('id')
    .where('application_id', 'in', applicationIds)
    .where('resolved_at', 'is', null)
    .executeTakeFirst();
  if (open) throw new Refusal('applications.check-open', { detail: `dispute ${open.id}` });
}
