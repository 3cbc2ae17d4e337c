import { anyOf, column, newId, type Portal, sql, statement, type Work } from '#modules/platform/index.ts';
import { sendAlertMail } from '../../jobs.ts';
import { OWN_ALERT_MAILS } from '../../limits.ts';

/** Puts what waits into mails. Once something is in a mail, it is never put into another one. */

/** Locked in one order, so that two workers who gather for the same reader wait for each other. */
const waitingAtOnce = statement({
  name: 'network.alerts-waiting-at-once',
  row: { id: column.uuid, together: column.text },
  sql: (companyId: string, accountId: string) => sql`
    select id, coalesce(rule_saving_id::text, connection_id || ' ' || extract(epoch from at)) as together
    from alert_delivery
    where company_id = ${companyId} and account_id = ${accountId} and mail_id is null and at_once
    order by at, id for update`,
});

const putIntoMail = statement({
  name: 'network.put-alerts-into-mail',
  row: {},
  sql: (mailId: string, ids: readonly string[]) => sql`
    update alert_delivery set mail_id = ${mailId} where id = ${anyOf(ids)}`,
});

/**
 * Makes the mails of what a member is told at once: one for each alert, or a single one if more than ten wait (D130).
 * What one cause did is one mail: the saving of a rule, however many it puts out, and a change of one person, such as a
 * score that expires and puts them out by that.
 */
export async function gatherForMember(
  portal: Portal,
  { companyId, accountId }: { companyId: string; accountId: string },
): Promise<void> {
  await portal.work('network.gather-alerts', async (work) => {
    const waiting = await work.rows(waitingAtOnce(companyId, accountId));
    const byCause = Map.groupBy(waiting, ({ together }) => together);
    const mails = byCause.size > OWN_ALERT_MAILS ? [waiting] : byCause.values();
    for (const told of mails) {
      const ids = told.map(({ id }) => id);
      const mailId = newId();
      await work.db
        .insertInto('alert_mail')
        .values({ id: mailId, account_id: accountId, company_id: companyId, created_at: work.now })
        .execute();
      await work.rows(putIntoMail(mailId, ids));
      await work.enqueue(sendAlertMail, { mailId });
    }
  });
}

/**
 * Everything that waits for a summary since before it was due, in one mail for each reader and local date. What a
 * transaction that began before adds later waits for the next day.
 */
const makeSummaries = statement({
  name: 'network.make-alert-summaries',
  row: { id: column.uuid },
  sql: (companyId: string, date: string, due: Date, now: Date) => sql`
    insert into alert_mail (id, account_id, company_id, summary_date, created_at)
    select gen_random_uuid(), account_id, company_id, ${date}, ${now} from alert_delivery
    where company_id = ${companyId} and not at_once and mail_id is null and at < ${due}
    group by account_id, company_id order by account_id
    on conflict do nothing
    returning id`,
});

const putIntoSummaries = statement({
  name: 'network.put-alerts-into-summaries',
  row: {},
  sql: (mailIds: readonly string[], due: Date) => sql`
    update alert_delivery d set mail_id = mail.id from alert_mail mail
    where mail.id = ${anyOf(mailIds)} and d.account_id = mail.account_id
      and d.company_id = mail.company_id and not d.at_once and d.mail_id is null and d.at < ${due}`,
});

/** Makes the summaries of a company's team that were due at an instant. @returns how many */
export async function gatherSummaries(
  work: Pick<Work, 'rows' | 'now' | 'enqueue'>,
  companyId: string,
  { date, due }: { date: string; due: Date },
): Promise<number> {
  const mails = (await work.rows(makeSummaries(companyId, date, due, work.now))).map(({ id }) => id);
  if (mails.length === 0) return 0;
  await work.rows(putIntoSummaries(mails, due));
  for (const mailId of mails) await work.enqueue(sendAlertMail, { mailId });
  return mails.length;
}
