import { getPerson } from '#modules/identity/index.ts';
import { formatDate } from '#modules/platform/browser.ts';
import type { Portal } from '#modules/platform/index.ts';
import { getApplication } from './applications.ts';
import { pendingInvitesLink, scoreViewers } from './events.ts';
import type { AgainReason } from './jobs.ts';
import { applicationsTimings } from './limits.ts';
import {
  applicationAgainMail,
  applicationSubmittedMail,
  type ScoreActiveMail,
  scoreActiveMail,
  scoreChangedMail,
  scoreReadyMail,
} from './mails.ts';
import { mintApprovalCode } from './score/approval.ts';
import { readCorrection } from './submission/ssn-review.ts';
import { readStanding } from './verification/current.ts';

/**
 * The mails of an application. A job sends each; the message id comes from the job's id, so that mail programs drop the
 * copy that a second run may send.
 */

export async function deliverApplicationSubmitted(
  portal: Portal,
  applicationId: string,
  messageId: string,
): Promise<void> {
  const { application, person } = await portal.work('applications.tell-submitted', async (work) => {
    const application = await getApplication(work, applicationId);
    return { application, person: await getPerson(work, application.account_id) };
  });
  const letter = applicationSubmittedMail({
    firstname: person.firstname,
    packageDescrip: application.package_descrip,
    provider: application.provider,
    submitted: application.submitted_at ?? portal.clock.now(),
  });
  const context = { host: person.registered_host, messageId };
  await portal.mailTo({ accountId: person.accountId }, context, letter);
}

/** Sends nothing if the person has done it in the meantime. */
export async function deliverApplicationAgain(
  portal: Portal,
  { applicationId, reason }: { applicationId: string; reason: AgainReason },
  messageId: string,
): Promise<void> {
  const found = await portal.work('applications.tell-again', async (work) => {
    const application = await getApplication(work, applicationId);
    const { status_at } = await work.db
      .selectFrom('application')
      .select('status_at')
      .where('id', '=', applicationId)
      .executeTakeFirstOrThrow();
    const person = await getPerson(work, application.account_id);
    if (reason === 'ssn-correction') {
      const correction = await readCorrection(work, applicationId);
      return correction === null ? null : { application, person, correction };
    }
    const { state } = await readStanding(work, { ...application, status_at });
    const waits = state === 'clearidaction' || state === 'rejected';
    return waits ? { application, person, correction: null } : null;
  });
  if (!found) return;
  const { application, person, correction } = found;
  const letter = applicationAgainMail({
    firstname: person.firstname,
    provider: application.provider,
    packageDescrip: application.package_descrip,
    applicationId,
    reason,
    correction,
  });
  const context = { host: person.registered_host, messageId };
  await portal.mailTo({ accountId: person.accountId }, context, letter);
}

/** Makes the approval code here, so that neither a job's payload nor the database ever contains it (D12, D45). */
export async function deliverScoreReady(
  portal: Portal,
  scoreChangeId: string,
  messageId: string,
): Promise<void> {
  const minted = await portal.work('applications.mint-approval-code', async (work) => {
    const change = await work.db
      .selectFrom('score_change')
      .select(['application_id', 'state', 'score_change_type'])
      .where('id', '=', scoreChangeId)
      .executeTakeFirst();
    if (change?.state !== 'pending') return null;
    const application = await getApplication(work, change.application_id);
    const person = await getPerson(work, application.account_id);
    const lapses = new Date(work.now.getTime() + applicationsTimings['approval.code-life']);
    const mail = change.score_change_type === 'monitorupdate' ? scoreChangedMail : scoreReadyMail;
    return { application, person, lapses, mail, code: await mintApprovalCode(work, scoreChangeId) };
  });
  if (!minted) return;
  const { application, person, lapses, mail, code } = minted;
  const letter = mail({
    firstname: person.firstname,
    provider: application.provider,
    approvalCode: code,
    validUntil: lapses,
  });
  const context = { host: person.registered_host, messageId };
  await portal.mailTo({ accountId: person.accountId }, context, letter);
}

export async function deliverScoreActive(
  portal: Portal,
  { scoreChangeId, by }: { scoreChangeId: string; by: ScoreActiveMail['by'] },
  messageId: string,
): Promise<void> {
  const found = await portal.work('applications.tell-score-active', async (work) => {
    const score = await work.db
      .selectFrom('shield_score')
      .select(['account_id', 'shield_id_number', 'expiration'])
      .where('score_change_id', '=', scoreChangeId)
      .executeTakeFirst();
    if (!score) return null;
    const viewers = await scoreViewers.of(work.portal)(work, score.account_id);
    const invitesPath = await pendingInvitesLink.of(work.portal)(work, score.account_id);
    return { score, viewers, invitesPath, person: await getPerson(work, score.account_id) };
  });
  if (!found) return;
  const { score, person, viewers, invitesPath } = found;
  const letter = scoreActiveMail({
    firstname: person.firstname,
    shieldId: score.shield_id_number,
    expires: formatDate(score.expiration),
    by,
    viewers,
    invitesPath,
  });
  const context = { host: person.registered_host, messageId };
  await portal.mailTo({ accountId: person.accountId }, context, letter);
}
