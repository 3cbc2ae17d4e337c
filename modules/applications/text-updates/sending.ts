import { brandForHost } from '#modules/enterprise/index.ts';
import { getPerson } from '#modules/identity/index.ts';
import { type Portal, SmsRefused, type Work } from '#modules/platform/index.ts';
import { getApplication } from '../applications.ts';
import type { TextKind } from '../entities/text-updates.ts';
import { findTextConsent, withdrawTexts } from './consent.ts';

/** What a text says. It mentions no name and no finding, because whoever holds the phone may read it. */
const sentences: Record<TextKind, string> = {
  submitted: 'Your background check was submitted.',
  action: 'Your background check needs something from you.',
  delayed: 'Your background check is taking longer than expected.',
  ready: 'There is news about your background check.',
};

/** Twilio's error code for a number that has opted out. */
const OPTED_OUT = 21_610;

/**
 * Sends a text about an application to a person whose consent is valid for their verified number (D93), once for each
 * kind. A second run of the same job continues where the first stopped.
 * @param jobId the same for every run of the job
 * @param triedSince since when an earlier run may have sent it
 */
export async function deliverText(
  portal: Portal,
  { applicationId, kind }: { applicationId: string; kind: TextKind },
  jobId: string,
  triedSince: Date | null = null,
): Promise<void> {
  const found = await portal.work('applications.begin-text', (work) =>
    claim(work, applicationId, kind, jobId),
  );
  if (!found) return;
  const { company_name: name, origin } = await brandForHost(portal, found.host);
  const body = `${name}: ${sentences[kind]} Log in for details: ${origin}/user Reply STOP to end texts, HELP for help.`;
  let optedOut = false;
  try {
    await portal.sms.send({ to: found.mobile, body, triedSince });
  } catch (error) {
    if (!(error instanceof SmsRefused)) throw error;
    portal.log.warn({ code: error.code }, 'A text update was refused');
    optedOut = error.code === OPTED_OUT;
  }
  await portal.work('applications.end-text', async (work) => {
    await work.db
      .updateTable('application_text')
      .set({ ended_at: work.now })
      .where('application_id', '=', applicationId)
      .where('kind', '=', kind)
      .execute();
    if (optedOut) await withdrawTexts(work, { mobile: found.mobile }, 'stop');
  });
}

async function claim(
  work: Work<unknown>,
  applicationId: string,
  kind: TextKind,
  jobId: string,
): Promise<{ mobile: string; host: string } | null> {
  const { account_id: accountId } = await getApplication(work, applicationId);
  const consent = await findTextConsent(work, accountId);
  const person = await getPerson(work, accountId);
  if (!consent || !person.active) return null;
  await work.db
    .insertInto('application_text')
    .values({ application_id: applicationId, kind, job_id: jobId, begun_at: work.now })
    .onConflict((sent) => sent.columns(['application_id', 'kind']).doNothing())
    .execute();
  const own = await work.db
    .selectFrom('application_text')
    .select('job_id')
    .where('application_id', '=', applicationId)
    .where('kind', '=', kind)
    .where('job_id', '=', jobId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return own ? { mobile: consent.mobile, host: person.registered_host } : null;
}
