import { brandForCompany } from '#modules/enterprise/index.ts';
import { column, type Portal, sql, statement } from '#modules/platform/index.ts';
import { rowName } from '../../connections/grid.ts';
import { alertMail, alertSummaryMail, toldKinds } from './mails.ts';

/** How many names a mail has for each kind, and how many if it tells what a new rule changed; it counts the others. */
const NAMES = 5;
const NAMES_BY_RULE = 50;

/** A mail that was neither sent nor withheld, to somebody who still is an owner or admin of a team with alerts. */
const mailToSend = statement({
  name: 'network.alert-mail-to-send',
  row: {
    account_id: column.uuid,
    company_id: column.uuid,
    company_name: column.text,
    summary: column.boolean,
    wanted: column.boolean,
  },
  sql: (mailId: string) => sql`
    select mail.account_id, mail.company_id, co.company_name, mail.summary_date is not null as summary,
      m.role is not null and m.role <> 'viewer' and co.enterprise_enabled and co.alert_dashboard_enabled as wanted
    from alert_mail mail join company co on co.id = mail.company_id
      left join team_member m on m.account_id = mail.account_id and m.company_id = mail.company_id
    where mail.id = ${mailId} and mail.sent_at is null and mail.withheld_at is null`,
});

const live = sql`(c.cancelled_at is null and c.removed_at is null)`;

/** The person has not come back. */
const isGone = sql`not exists (select 1 from connection again
  where again.owner_id = d.company_id and again.account_id = al.account_id and again.connection_type = 'INDIVIDUAL'
    and again.accepted_at is not null and again.cancelled_at is null and again.removed_at is null)`;

/** Whether what was recorded is still so. */
const stillTrue = sql`(case d.subscription_type
  when 'new' then ${live} and c.accepted_at is not null
  when 'expiressoon' then ${live} and c.score is not null and c.expiration = al.expiration and c.told_stage = 'soon'
  when 'expired' then ${live} and c.score is not null and c.expiration = al.expiration
  when 'scorechange' then ${live} and c.score = al.score
  when 'out_compliance' then case when ${live} then c.out_of_compliance else ${isGone} end
  when 'leftnetwork' then ${isGone}
  when 'removeduser' then ${isGone}
  when 'network_invites' then ${live} and case event.kind
    when 'accepted' then c.accepted_at is not null
    when 'ignored' then c.accepted_at is null and c.ignored_at is not null
    else c.accepted_at is null and c.bounced_at is not null end
  else ${live} end)`;

/** Names as the company saw them when it was alerted, or as it sees them now. */
const whatIsTold = statement({
  name: 'network.alerts-of-mail',
  row: {
    kind: column.oneOf(toldKinds),
    count: column.count,
    names: column.textList,
    connection_id: column.uuid,
  },
  sql: (mailId: string) => sql`
    select kind, count(*) as count, (array_agg(name order by at, name, id))[1:
      case when bool_and(by_rule) then ${sql.lit(NAMES_BY_RULE)} else ${sql.lit(NAMES)} end] as names,
      (array_agg(connection_id))[1] as connection_id
    from (
      select d.id, d.at, d.connection_id, d.rule_saving_id is not null as by_rule, coalesce(event.kind, d.subscription_type) as kind,
        coalesce(nullif(trim(al.firstname || ' ' || al.lastname), ''),
          nullif(trim(${rowName.firstname} || ' ' || ${rowName.lastname}), ''), c.to_email::text, c.to_shieldid,
          'Someone') as name
      from alert_delivery d
        join connection c on c.id = d.connection_id
        left join account a on a.id = c.account_id
        left join company sharing on sharing.id = c.sharing_company_id
        left join network_alert al on al.id = d.cause_id
        left join connection_event event on event.id = d.cause_id
      where d.mail_id = ${mailId} and ${stillTrue}) told
    group by kind`,
});

/**
 * Sends a mail of alerts, if something of it is still true and the member still gets it.
 * @param mailId part of the Message-ID, so that a mailbox drops the second copy if a worker ends between sending and
 * marking it as sent
 */
export async function deliverAlertMail(portal: Portal, { mailId }: { mailId: string }): Promise<void> {
  const [mail] = (await mailToSend(mailId).execute(portal.db)).rows;
  if (!mail) return;
  const sent = mail.wanted ? await send(portal, mailId, mail) : 'withheld';
  await portal.work('network.mark-alert-mail', async (work) => {
    await work.db
      .updateTable('alert_mail')
      .set(sent === 'sent' ? { sent_at: work.now } : { withheld_at: work.now })
      .where('id', '=', mailId)
      .execute();
  });
}

type Told = Awaited<ReturnType<ReturnType<typeof whatIsTold>['execute']>>['rows'][number];

/** The name of the person if everything is about one; null otherwise. */
function onlyPerson(groups: readonly Told[]): string | null {
  const [first] = groups;
  const same = groups.every(
    ({ count, connection_id }) => count === 1 && connection_id === first?.connection_id,
  );
  return same ? (first?.names[0] ?? null) : null;
}

type MailToSend = Awaited<ReturnType<ReturnType<typeof mailToSend>['execute']>>['rows'][number];

async function send(
  portal: Portal,
  mailId: string,
  { account_id, company_id, company_name: company, summary }: MailToSend,
): Promise<'sent' | 'suppressed' | 'withheld'> {
  const { rows } = await whatIsTold(mailId).execute(portal.db);
  const groups = toldKinds.flatMap((kind) => rows.filter((row) => row.kind === kind));
  if (groups.length === 0) return 'withheld';
  const { host } = await brandForCompany(portal, company_id);
  const letter = (summary ? alertSummaryMail : alertMail)({
    company,
    groups,
    // A summary lists what happened at several moments.
    about: summary && groups.length > 1 ? null : onlyPerson(groups),
  });
  return portal.mailTo({ accountId: account_id }, { host, messageId: `alert-${mailId}` }, letter);
}
