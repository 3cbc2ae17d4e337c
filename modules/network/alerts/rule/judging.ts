import {
  column,
  newId,
  type Portal,
  type RawBuilder,
  sql,
  statement,
  type Work,
} from '#modules/platform/index.ts';
import { networkAudit } from '../../audit.ts';
import { rowName } from '../../connections/grid.ts';
import { judgeNetwork } from '../../jobs.ts';
import { JUDGED_AGAIN } from '../../limits.ts';
import { ownedBy } from '../../owner.ts';
import { Refusal } from '../../refusals.ts';
import { lockCompanies } from '../../shieldlink/company-links.ts';
import {
  type ComplianceRules,
  complianceSql,
  goesOutSql,
  readRules,
  ruleNames,
  savedRule,
} from '../compliance.ts';
import { tellCompanies } from '../recording.ts';
import { countEffect } from './effect.ts';

/**
 * Stores the compliance of everybody in a company's network by its rule, and alerts it of whoever goes out, except those
 * whom it sees only through ShieldLink.
 * Rows that other transactions have locked are skipped, because those wait for the company (`refreshConnections`).
 */
const misjudged = (companyId: string, compliance: RawBuilder<unknown>) => sql`
  from connection c left join alert_rule rule on rule.company_id = c.owner_company_id
  where ${ownedBy({ companyId })} and c.compliance is distinct from ${compliance}`;

const judge = statement({
  name: 'network.judge-network',
  row: { id: column.uuid, company_id: column.uuid },
  sql: (companyId: string, now: Date) => {
    const compliance = complianceSql(now, savedRule);
    return sql`
    with changed as materialized (
      select c.id, c.compliance as former, ${compliance} as compliance
      ${misjudged(companyId, compliance)}
      for no key update of c skip locked),
    stored as (
      update connection c set compliance = changed.compliance from changed where changed.id = c.id
      returning c.id, c.owner_company_id, c.account_id, c.connection_type, c.score, c.expiration, c.sort_name, c.to_firstname,
        c.to_lastname, c.legal_firstname, c.legal_lastname, c.accepted_at, c.removed_at, c.sharing_company_id,
        changed.former, changed.compliance),
    alerted as (
      insert into network_alert (id, company_id, connection_id, account_id, alert_type, at, score_id, score, expiration,
        firstname, lastname, businessname, sort_name)
      select gen_random_uuid(), c.owner_company_id, c.id, c.account_id, 'out_compliance', ${now}::timestamptz,
        s.id, case when s.id is not null then c.score end,
        case when s.id is not null then c.expiration end, ${rowName.firstname}, ${rowName.lastname}, a.businessname,
        c.sort_name
      from stored c join account a on a.id = c.account_id
        left join company sharing on sharing.id = c.sharing_company_id
        left join shield_score s on s.account_id = c.account_id and s.ended_at is null and c.score is not null
      where c.connection_type = 'INDIVIDUAL' and ${goesOutSql(sql`c.former`, sql`c.compliance`)}
      on conflict do nothing
      returning id, company_id)
    select id, company_id from alerted`;
  },
});

const skipped = statement({
  name: 'network.skipped-by-judging',
  row: { id: column.uuid },
  sql: (companyId: string, now: Date) =>
    sql`select c.id ${misjudged(companyId, complianceSql(now, savedRule))} limit 1`,
});

/**
 * Judges a network by its rule, now and, for rows that were skipped and that nobody refreshed since, a little later.
 * @returns how many went out
 */
async function judgeByRule(
  work: Pick<Work, 'rows' | 'row' | 'now' | 'enqueue'>,
  saved: { companyId: string; ruleSavingId: string },
): Promise<number> {
  const { companyId, ruleSavingId } = saved;
  const alerts = await work.rows(judge(companyId, work.now));
  await tellCompanies(work, alerts, undefined, ruleSavingId);
  if (await work.row(skipped(companyId, work.now))) {
    await work.enqueue(judgeNetwork, saved, { delay: JUDGED_AGAIN });
  }
  return alerts.length;
}

/** Changes the rule of a company, with all that follows from it. @returns how many went out by it */
export async function changeRule(
  work: Pick<Work, 'db' | 'rows' | 'row' | 'now' | 'enqueue' | 'audit'> & {
    caller: { companyId: string; accountId: string };
  },
  change: { [N in keyof ComplianceRules]?: ComplianceRules[N] | undefined },
): Promise<number> {
  const { companyId, accountId } = work.caller;
  // Whoever refreshes people of this network at the same time waits, and then judges them by the new rule.
  await lockCompanies(work, [companyId]);
  const current = await readRules(work, companyId);
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const rule: ComplianceRules = { ...current, ...Object.fromEntries(given) };
  if (rule.minscore > rule.maxscore) throw new Refusal('network.alert-rule-scores');
  if (ruleNames.every((name) => rule[name] === current[name])) return 0;
  const { out } = await countEffect(work, companyId, rule);
  const id = newId();
  await work.db
    .insertInto('alert_rule_saving')
    .values({
      id,
      company_id: companyId,
      ...rule,
      people_out: out,
      saved_by_account_id: accountId,
      saved_at: work.now,
    })
    .execute();
  await work.db
    .insertInto('alert_rule')
    .values({ company_id: companyId, ...rule, changed_at: work.now })
    .onConflict((known) => known.column('company_id').doUpdateSet({ ...rule, changed_at: work.now }))
    .execute();
  await work.audit({
    action: networkAudit.alertRuleSaved,
    object: { type: 'company', id: companyId },
    detail: { ...rule },
  });
  return judgeByRule(work, { companyId, ruleSavingId: id });
}

/** The job that judges again. */
export async function judgeLater(
  portal: Portal,
  saved: { companyId: string; ruleSavingId: string },
): Promise<void> {
  await portal.work('network.judge-network', (work) => judgeByRule(work, saved));
}
