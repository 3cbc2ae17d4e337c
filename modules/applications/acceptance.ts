import { LockMode } from '@mikro-orm/postgresql';
import { getTerms, savePreferences, writeFacts } from '#modules/identity/index.ts';
import { newId, sql, type Work } from '#modules/platform/index.ts';
import type { Application } from './entities/application.ts';
import { Dispute, ScoreChange, ShieldId, ShieldScore } from './entities/score.ts';
import { pendingInvitesChosen, scoreActivated } from './events.ts';
import { applicationsTimings } from './limits.ts';
import { lockApplication, moveApplication } from './moving.ts';
import { Refusal } from './refusals.ts';
import { drawShieldId } from './shieldid.ts';
import { readSubmittedDetails } from './submitting.ts';

/** The person's decision on a score, made once even if buttons are pressed twice or at the same time. */

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

/** Step 2: records which version of the score's terms was accepted, when and where (D17). */
export async function acceptScoreTerms(work: Work<unknown>, change: ScoreChange): Promise<void> {
  if (change.state !== 'pending' || change.termsVersionId) return;
  const terms = await getTerms(work, 'score');
  change.termsVersionId = terms.id;
  change.termsAcceptedAt = work.now;
  change.termsAddress = work.visit.address;
  change.termsAgent = work.visit.agent;
}

/**
 * Step 3, accept: activates the score. Accepting it again changes nothing.
 * @throws Refusal applications.score-decided after a report of an error, applications.score-terms-needed
 */
export async function acceptScore(
  work: Work<unknown>,
  application: Application,
  change: ScoreChange,
): Promise<void> {
  if (change.state === 'accepted') return;
  requireUndecided(change);
  change.state = 'accepted';
  change.decidedAt = work.now;
  const shieldId = await keepOrIssueShieldId(work, application);
  const expiration = await expirationFrom(work, application.packageId);
  const { accountId } = application;
  await work.rows(sql`
    update shield_score set ended_at = ${work.now} where account_id = ${accountId} and ended_at is null`);
  work.em.create(ShieldScore, {
    id: newId(),
    accountId,
    shieldIdNumber: shieldId,
    applicationId: application.id,
    scoreChangeId: change.id,
    score: change.score,
    activatedAt: work.now,
    expiration,
  });
  await moveApplication(work, application, 'done', 'score accepted');
  await consumeCodes(work, change.id);
  await work.em.flush();
  await writeFacts(work, accountId, {
    certification_number: shieldId,
    certification_score: change.score,
    certification_expiration: expiration,
    pending_score_change: await anotherWaits(work, accountId),
  });
  await work.publish(scoreActivated, {
    accountId,
    applicationId: application.id,
    shieldId,
    score: change.score,
    expiration,
  });
}

/**
 * Step 5: the person reports an error. The score stays inactive until it is resolved (D46).
 * @throws Refusal applications.score-decided, applications.score-terms-needed
 */
export async function reportError(
  work: Work<unknown>,
  application: Application,
  change: ScoreChange,
  errortext: string,
): Promise<void> {
  if (change.state === 'disputed') return;
  requireUndecided(change);
  change.state = 'disputed';
  change.decidedAt = work.now;
  const id = newId();
  work.em.create(Dispute, {
    id,
    scoreChangeId: change.id,
    accountId: application.accountId,
    errortext: work.portal.keys.encrypt(errortext, `dispute.errortext:${id}`),
    receivedAt: work.now,
    dueAt: new Date(work.now.getTime() + applicationsTimings['dispute.due']),
  });
  await moveApplication(work, application, 'correctionrequest', 'error reported');
  await consumeCodes(work, change.id);
  await work.em.flush();
  await writeFacts(work, application.accountId, {
    pending_score_change: await anotherWaits(work, application.accountId),
    open_score_dispute: true,
  });
}

export interface SharingChoices {
  network_autoacceptinvite: boolean;
  network_searchresults: boolean;
  pendingInvites: readonly string[];
}

/** Step 8: saves the sharing settings. @throws Refusal applications.not-complete before the score is accepted */
export async function saveSharing(
  work: Work<unknown>,
  change: ScoreChange,
  choices: SharingChoices,
): Promise<void> {
  if (change.state !== 'accepted') throw new Refusal('applications.not-complete', { detail: 'not accepted' });
  const { network_autoacceptinvite, network_searchresults, pendingInvites } = choices;
  await savePreferences(work, change.accountId, { network_autoacceptinvite, network_searchresults });
  change.sharingSavedAt = work.now;
  await work.em.flush();
  await work.publish(pendingInvitesChosen, { accountId: change.accountId, inviteIds: pendingInvites });
}

function requireUndecided(change: ScoreChange): void {
  if (change.state !== 'pending') throw new Refusal('applications.score-decided', { detail: change.state });
  if (!change.termsVersionId) throw new Refusal('applications.score-terms-needed', { field: 'acceptterms' });
}

async function consumeCodes(work: Work<unknown>, scoreChangeId: string): Promise<void> {
  await work.rows(sql`
    update approval_code set used_at = ${work.now}
    where score_change_id = ${scoreChangeId} and used_at is null`);
}

async function anotherWaits(work: Work<unknown>, accountId: string): Promise<boolean> {
  const found = await work.row(sql`
    select 1 from score_change where account_id = ${accountId} and state = 'pending' limit 1`);
  return found !== undefined;
}

/** The term starts on the day of acceptance. From February 29 it ends on a February 28. */
async function expirationFrom(work: Work<unknown>, packageId: string): Promise<string> {
  const row = await work.row(sql<{ expiration: string }>`
    select ((${work.now}::timestamptz at time zone 'UTC')::date
      + make_interval(years => renewal_years))::date as expiration
    from screening_package where id = ${packageId}`);
  if (!row) throw new Refusal('not-found', { detail: `package ${packageId}` });
  return row.expiration;
}

/** How many times to try again after a number that is already taken. */
const DRAWS = 20;

/** A person's permanent ShieldID: the existing one, or a new one with their state of residence (D4). */
async function keepOrIssueShieldId(work: Work<unknown>, application: Application): Promise<string> {
  const { accountId } = application;
  await work.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`shield-id:${accountId}`}, 0))`);
  const own = await work.em.findOne(ShieldId, { accountId, retiredAt: null });
  if (own) return own.number;
  const details = await readSubmittedDetails(work, application.id);
  if (!details) throw new Error(`application ${application.id} was never submitted`);
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const number = drawShieldId(details.state);
    const issued = await work.rows(sql`
      insert into shield_id (number, account_id, issued_at) values (${number}, ${accountId}, ${work.now})
      on conflict (number) do nothing returning number`);
    if (issued.length > 0) return number;
  }
  throw new Error('no free ShieldID was drawn');
}
