import { getCompany } from '#modules/enterprise/index.ts';
import { getPerson } from '#modules/identity/index.ts';
import { MailRefused, type Portal, type Work } from '#modules/platform/index.ts';
import { type ActionRow, getAction, lockAction, lockOpenActions, readStanding } from './actions.ts';
import { caseNumber } from './case-number.ts';
import { writeEvidence } from './evidence.ts';
import { adverseActionMail, adverseWithdrawnMail } from './mails.ts';
import { type Occasion, outcomes } from './telling.ts';

/**
 * The mails to the person, and when the wait begins: once the mail was handed over. A notice whose mail does not arrive
 * is posted on paper, and the wait begins with that day.
 */

interface Mailing {
  actionId: string;
  round: number;
  occasion: Occasion;
}

/** Whether a mail is still to be sent: not if it was sent before, or if the action moved on. */
function isDue(row: ActionRow, { round, occasion }: Mailing): boolean {
  if (occasion === 'first') {
    return row.round === round && !row.closed_at && !row.delivered_at && !row.paper_since;
  }
  return occasion === 'final' ? row.state === 'final' : row.closed_at !== null;
}

/** @param jobId a second run of the same job sends the same Message-ID */
export async function deliverAdverseNotice(portal: Portal, mailing: Mailing, jobId: string): Promise<void> {
  const { actionId, occasion } = mailing;
  const { row, company, person } = await portal.work('network.read-adverse-for-mail', async (work) => {
    const row = await getAction(work, actionId, 'anybody');
    const [company, person] = [await getCompany(work, row.company_id), await getPerson(work, row.account_id)];
    return { row, company: company.company_name, person };
  });
  if (!isDue(row, mailing)) return;
  const about = { company, firstname: person.firstname, actionId, number: caseNumber(row.case_number) };
  const letter =
    occasion === 'withdrawal'
      ? adverseWithdrawnMail(about)
      : adverseActionMail({ ...about, occasion, again: mailing.round > 1 });
  const messageId = `adverse-${jobId}`;
  const sent = await portal
    .mailTo({ accountId: row.account_id }, { host: person.registered_host, messageId }, letter)
    .catch((error: unknown) => {
      if (error instanceof MailRefused) return 'refused' as const;
      throw error;
    });
  const note =
    sent === 'sent'
      ? `To ${person.emailaddress}, message ${messageId}`
      : sent === 'refused'
        ? `The mail server refused ${person.emailaddress}`
        : 'The person gets no mail at this address';
  await portal.work('network.record-adverse-mail', (work) =>
    recordMail(work, mailing, { delivered: sent === 'sent', note }),
  );
}

async function recordMail(
  work: Work<unknown>,
  mailing: Mailing,
  { delivered, note }: { delivered: boolean; note: string },
): Promise<void> {
  const row = await lockAction(work, mailing.actionId, 'anybody');
  if (!isDue(row, mailing)) return;
  const { delivered: arrived, undelivered } = outcomes[mailing.occasion];
  await writeEvidence(work, row.id, delivered ? arrived : undelivered, { note });
  if (mailing.occasion !== 'first') return;
  if (delivered) await beginWait(work, row, work.now);
  else await setRow(work, row.id, { paper_since: work.now });
}

/** The wait begins. While a dispute is open, it has no end yet. @param delivered the day itself does not count */
export async function beginWait(
  work: Pick<Work, 'db' | 'now'>,
  row: ActionRow,
  delivered: Date,
): Promise<void> {
  const standing = await readStanding(work, { ...row, delivered_at: delivered });
  await setRow(work, row.id, {
    delivered_at: delivered,
    wait_ends_at: row.state === 'paused' ? null : (standing?.endsAt ?? null),
  });
}

async function setRow(
  { db }: Pick<Work, 'db'>,
  id: string,
  values: { delivered_at?: Date | null; wait_ends_at?: Date | null; paper_since?: Date },
): Promise<void> {
  await db.updateTable('adverse_action').set(values).where('id', '=', id).execute();
}

/**
 * After an address permanently takes no mail: a notice that was mailed to it within the wait has to be posted, unless
 * the person has read it.
 */
export async function repostNotices(work: Work, { emailaddress }: { emailaddress: string }): Promise<void> {
  const account = await work.db
    .selectFrom('account')
    .select('id')
    .where('emailaddress', '=', emailaddress)
    .executeTakeFirst();
  if (!account) return;
  for (const row of await lockOpenActions(work, account.id)) {
    const isOver = row.wait_ends_at && row.wait_ends_at <= work.now;
    if (!row.delivered_at || row.paper_since || isOver || (await wasOpened(work, row))) continue;
    await setRow(work, row.id, { delivered_at: null, wait_ends_at: null, paper_since: work.now });
    await writeEvidence(work, row.id, 'undelivered', { note: `${emailaddress} takes no mail` });
  }
}

async function wasOpened({ db }: Pick<Work, 'db'>, row: ActionRow): Promise<boolean> {
  const opened = await db
    .selectFrom('adverse_evidence')
    .select('id')
    .where('adverse_action_id', '=', row.id)
    .where('kind', '=', 'opened')
    .where('at', '>=', row.delivered_at ?? row.started_at)
    .limit(1)
    .executeTakeFirst();
  return opened !== undefined;
}
