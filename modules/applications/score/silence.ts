import { column, DAY, sql, statement, type Work } from '#modules/platform/index.ts';
import { applicationsAudit } from '../audit.ts';
import { sendScoreClosed } from '../jobs.ts';
import { scoreReminders } from '../limits.ts';
import { Refusal } from '../refusals.ts';
import { requireOwner } from '../status-changes.ts';
import { acceptScore, lockScoreChange } from './acceptance.ts';
import { closeUnaccepted } from './unaccepted.ts';

/** A score on which the person did not decide, although they were reminded: staff may decide in their place. */

/** For how long the person has done nothing about the score. */
const SILENT_FOR = 30 * DAY;

const silence = statement({
  name: 'applications.score-silence',
  row: {
    application_id: column.uuid,
    pending: column.boolean,
    reminders: column.integer,
    silent_since: column.instant,
  },
  sql: (scoreChangeId: string, accountId: string) => sql`
    select application_id, state = 'pending' as pending, ready_reminders as reminders,
      greatest(created_at, terms_accepted_at) as silent_since
    from score_change where id = ${scoreChangeId} and account_id = ${accountId}`,
});

export interface Silence {
  applicationId: string;
  /** Nobody has decided yet. */
  pending: boolean;
  /** How often the person was reminded, of the three times. */
  reminders: number;
  /** From when on staff may decide, if all reminders were sent by then. */
  decidableAt: Date;
  decidable: boolean;
}

/** @throws Refusal not-found, including for the score of somebody else */
export async function getSilence(
  work: Pick<Work, 'row' | 'now'>,
  accountId: string,
  scoreChangeId: string,
): Promise<Silence> {
  const found = await work.row(silence(scoreChangeId, accountId));
  if (!found) throw new Refusal('not-found', { detail: `score change ${scoreChangeId}` });
  const decidableAt = new Date(found.silent_since.getTime() + SILENT_FOR);
  return {
    applicationId: found.application_id,
    pending: found.pending,
    reminders: found.reminders,
    decidableAt,
    decidable: found.pending && found.reminders >= scoreReminders.least && decidableAt <= work.now,
  };
}

/**
 * Activates the score, or closes it without one, for a person who stayed silent, and tells them. They can dispute it
 * afterwards.
 * @throws Refusal not-found, applications.score-decided, applications.score-not-silent, applications.payment-held,
 * applications.payment-returned
 */
export async function decideForSilent(
  work: Work<unknown>,
  { accountId, scoreChangeId, approve }: { accountId: string; scoreChangeId: string; approve: boolean },
): Promise<{ applicationId: string }> {
  const { applicationId } = await getSilence(work, accountId, scoreChangeId);
  const { application, change } = await lockScoreChange(work, applicationId);
  requireOwner(application, accountId);
  // The person may have decided, or a newer score may have come, while the lock was waited for.
  const { pending, decidable } = await getSilence(work, accountId, scoreChangeId);
  if (!pending || change.id !== scoreChangeId) throw new Refusal('applications.score-decided');
  if (!decidable) throw new Refusal('applications.score-not-silent');
  if (approve) await acceptScore(work, application, change, { by: 'silence' });
  else {
    await closeUnaccepted(work, applicationId, 'staff closed the result after 30 days without an answer');
    await work.enqueue(sendScoreClosed, { scoreChangeId });
  }
  change.decidedByStaff = true;
  await work.audit({
    action: applicationsAudit.scoreDecidedByStaff,
    about: accountId,
    object: { type: 'score_change', id: scoreChangeId },
    detail: { approved: approve },
  });
  return { applicationId };
}
