import { LockMode } from '@mikro-orm/postgresql';
import { getTerms, lockNameAndBirth, savePreferences, writeFacts } from '#modules/identity/index.ts';
import {
  column,
  newId,
  RENEWAL_WINDOW_DAYS,
  sql,
  statement,
  takeTransactionLock,
  type Work,
} from '#modules/platform/index.ts';
import { announceDispute, createDispute, type Report } from '../disputes/opening.ts';
import type { Application } from '../entities/application.ts';
import { ScoreChange } from '../entities/score.ts';
import { pendingInvitesChosen, scoreActivated } from '../events.ts';
import { sendScoreActive } from '../jobs.ts';
import type { ScoreActiveMail } from '../mails.ts';
import { requireMoney } from '../money.ts';
import { giveMonitoringConsent } from '../monitoring/consent.ts';
import { Refusal } from '../refusals.ts';
import { lockApplication, moveApplication } from '../status-changes.ts';
import { readSubmittedDetails } from '../submission/submitting.ts';
import { noteActiveScore } from './active-facts.ts';
import { consumeCodes } from './approval.ts';
import { legalNamesFor, scoreNames } from './legal-names.ts';
import { drawShieldId } from './shieldid.ts';
import { anyWaits, settleAlert } from './waiting.ts';

/** The person's decision on a score. It is made only once, even if two requests come at the same time. */

/** The application's newest score change, both locked until the transaction ends. @throws Refusal not-found */
export async function lockScoreChange(
  work: Work<unknown>,
  applicationId: string,
): Promise<{ application: Application; change: ScoreChange }> {
  const application = await lockApplication(work, applicationId);
  const change = await work.em.findOne(
    ScoreChange,
    { applicationId },
    { orderBy: { createdAt: 'desc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (!change) throw new Refusal('not-found', { detail: 'no score waits' });
  return { application, change };
}

/** Step 2: records which version of the score's terms the person agreed to, when, and from which address (D17). */
export async function acceptScoreTerms(work: Work<unknown>, change: ScoreChange): Promise<void> {
  if (change.state !== 'pending' || change.termsVersionId) return;
  const terms = await getTerms(work, 'score');
  change.termsVersionId = terms.id;
  change.termsAcceptedAt = work.now;
  change.termsAddress = work.visit.address;
  change.termsAgent = work.visit.agent;
}

/**
 * Step 3, accept: the score is active from now on, under the legal names that were submitted or that an ID has
 * corrected, and the person's name and date of birth are locked (D98). Accepting it a second time changes nothing.
 * @param options.by who decides: the person, their choice for clean scores, or staff after a long silence
 * @throws Refusal applications.score-decided after a report of an error, applications.score-terms-needed,
 * applications.payment-held, applications.payment-returned
 */
export async function acceptScore(
  work: Work<unknown>,
  application: Application,
  change: ScoreChange,
  { by = 'person' }: { by?: ScoreActiveMail['by'] } = {},
): Promise<void> {
  if (change.state === 'accepted') return;
  requireMoney(application);
  if (by === 'silence') {
    // The database refuses a score that was accepted without terms, unless staff decided.
    change.decidedByStaff = true;
  } else requireUndecided(change);
  change.state = 'accepted';
  change.decidedAt = work.now;
  const details = await readSubmittedDetails(work, application.id);
  if (!details) throw new Error(`application ${application.id} was never submitted`);
  const names = await legalNamesFor(work, application.accountId, details);
  const shieldId = await keepOrIssueShieldId(work, application.accountId, details.state);
  const { accountId } = application;
  const expiration = await expirationFrom(work, application, change);
  await work.db
    .updateTable('shield_score')
    .set({ ended_at: work.now })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute();
  await work.db
    .insertInto('shield_score')
    .values({
      id: newId(),
      account_id: accountId,
      shield_id_number: shieldId,
      application_id: application.id,
      score_change_id: change.id,
      score: change.score,
      ...scoreNames(names),
      activated_at: work.now,
      expiration,
    })
    .execute();
  await moveApplication(work, application, 'done', 'score accepted');
  await consumeCodes(work, change.id);
  await settleAlert(work, change);
  await lockNameAndBirth(work, accountId, {
    firstname: details.firstname,
    middlename: details.middlename,
    lastname: details.lastname,
    namesuffix: details.namesuffix,
    dateofbirth: details.dateofbirth,
  });
  await noteActiveScore(work, accountId);
  await writeFacts(work, accountId, { pending_score_change: await anyWaits(work, accountId) });
  await work.publish(scoreActivated, {
    accountId,
    applicationId: application.id,
    shieldId,
    score: change.score,
    expiration,
  });
  await work.enqueue(sendScoreActive, { scoreChangeId: change.id, by });
}

/**
 * Step 5: the person reports an error. The score is not active until the report is answered (D46).
 * @throws Refusal applications.score-decided, applications.score-terms-needed
 */
export async function reportError(
  work: Work<unknown>,
  application: Application,
  change: ScoreChange,
  report: Report,
): Promise<void> {
  if (change.state === 'disputed') return;
  requireUndecided(change);
  change.state = 'disputed';
  change.decidedAt = work.now;
  const dispute = await createDispute(work, application, change, report);
  await moveApplication(work, application, 'correctionrequest', 'error reported');
  await consumeCodes(work, change.id);
  await settleAlert(work, change);
  await writeFacts(work, application.accountId, {
    pending_score_change: await anyWaits(work, application.accountId),
  });
  await announceDispute(work, dispute);
}

export interface SharingChoices {
  network_autoacceptinvite: boolean;
  network_searchresults: boolean;
  /** Whether the person agrees to monitoring. If false, an earlier consent stays as it is. */
  monitoring: boolean;
  pendingInvites: readonly string[];
}

/** Step 8: saves the sharing settings. @throws Refusal applications.not-complete before the score is accepted */
export async function saveSharing(
  work: Work<unknown>,
  change: ScoreChange,
  choices: SharingChoices,
): Promise<void> {
  if (change.state !== 'accepted') throw new Refusal('applications.not-complete', { detail: 'not accepted' });
  const { network_autoacceptinvite, network_searchresults, monitoring, pendingInvites } = choices;
  await savePreferences(work, change.accountId, { network_autoacceptinvite, network_searchresults });
  if (monitoring) await giveMonitoringConsent(work, change.accountId);
  change.sharingSavedAt = work.now;
  await work.publish(pendingInvitesChosen, { accountId: change.accountId, inviteIds: pendingInvites });
}

function requireUndecided(change: ScoreChange): void {
  if (change.state !== 'pending') throw new Refusal('applications.score-decided', { detail: change.state });
  if (!change.termsVersionId) throw new Refusal('applications.score-terms-needed', { field: 'acceptterms' });
}

const newExpiration = statement({
  name: 'applications.compute-expiration',
  row: { expiration: column.date },
  sql: (accountId: string, packageId: string, now: Date) => sql`
    select least(
        greatest(today, active.expiration) + term,
        today + term + make_interval(days => ${RENEWAL_WINDOW_DAYS}::int))::date as expiration
    from screening_package package
    cross join lateral (
      select (${now}::timestamptz at time zone 'UTC')::date as today,
        make_interval(years => package.renewal_years) as term) as period
    left join shield_score active on active.account_id = ${accountId} and active.ended_at is null
    where package.id = ${packageId}`,
});

const presentExpiration = statement({
  name: 'applications.present-expiration',
  row: { expiration: column.date },
  sql: (applicationId: string) => sql`
    select greatest(expiration, previous_expiration) as expiration from shield_score
    where application_id = ${applicationId} order by activated_at desc limit 1`,
});

/**
 * Until when a score that is accepted now is valid. A score that monitoring changed keeps the expiration of its check,
 * which was paid for one term. Any other is valid for the package's term, from the day on which the active score
 * expires, or from today if there is none or it has expired; at most 45 days longer than the term from today (D91). A
 * term that begins on February 29 ends on February 28.
 */
export async function expirationFrom(
  work: Pick<Work, 'row' | 'now'>,
  { id, accountId, packageId }: Pick<Application, 'id' | 'accountId' | 'packageId'>,
  { scoreChangeType }: Pick<ScoreChange, 'scoreChangeType'>,
): Promise<string> {
  const present = scoreChangeType === 'monitorupdate' ? await work.row(presentExpiration(id)) : null;
  if (present) return present.expiration;
  const row = await work.row(newExpiration(accountId, packageId, work.now));
  if (!row) throw new Refusal('not-found', { detail: `package ${packageId}` });
  return row.expiration;
}

/** How many numbers are tried before giving up, if all of them were already issued. */
const DRAWS = 20;

/**
 * A person's ShieldID, which stays the same for life: the one they have, or a new one of the state where they live
 * (D4).
 */
export async function keepOrIssueShieldId(
  work: Work<unknown>,
  accountId: string,
  state: string,
): Promise<string> {
  // Without the lock, two acceptances at once would both find no ShieldID.
  await takeTransactionLock(work.db, `shield-id:${accountId}`);
  const own = await work.db
    .selectFrom('shield_id')
    .select('number')
    .where('account_id', '=', accountId)
    .where('retired_at', 'is', null)
    .executeTakeFirst();
  if (own) return own.number;
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const number = drawShieldId(state);
    const issued = await work.db
      .insertInto('shield_id')
      .values({ number, account_id: accountId, issued_at: work.now })
      .onConflict((conflict) => conflict.column('number').doNothing())
      .returning('number')
      .executeTakeFirst();
    if (issued) return number;
  }
  throw new Error('No unused ShieldID was found');
}
