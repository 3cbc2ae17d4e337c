import { column, DAY, type RawBuilder, sql, statement, type Work } from '#modules/platform/index.ts';
import { networkLimits } from '../../limits.ts';
import { ownedBy } from '../../owner.ts';
import { goneSql } from '../charts.ts';
import {
  type ComplianceRules,
  complianceSql,
  defaultRules,
  givenRule,
  isOutSql,
  readRules,
} from '../compliance.ts';

/** A rule that is tried, beside the saved one. */
interface Trial {
  companyId: string;
  now: Date;
  rule: ComplianceRules;
  saved: ComplianceRules;
}

const someTrial: Trial = { companyId: '', now: new Date(0), rule: defaultRules, saved: defaultRules };

/** Whoever left or was removed in the time for which alerts are shown at first, as in the charts. */
const goneLately = ({ companyId, now }: Trial): RawBuilder<boolean> =>
  sql<boolean>`(al.company_id = ${companyId}
    and al.at >= ${new Date(now.getTime() - networkLimits['alerts.first-range-days'] * DAY)}::timestamptz)`;

/** Everybody whom the rule judges: `reason` why they would be out, or null; `already` whether they are out now. */
const judgedSql = (trial: Trial) => {
  const { companyId, now, rule, saved } = trial;
  return sql`
    select judged.id, judged.account_id, judged.sort_name, judged.score, judged.expiration, judged.out_now as already,
      case when ${isOutSql(sql`judged.compliance`)} then judged.compliance end as reason,
      null::text as firstname, null::text as lastname
    from (select c.id, c.account_id, c.sort_name, c.score, c.expiration, c.out_of_compliance as out_now,
        ${complianceSql(now, givenRule(rule))} as compliance
      from connection c where ${ownedBy({ companyId })} and c.compliance is not null) judged
    union all
    select gone.connection_id, gone.account_id, gone.sort_name, null, null,
      case gone.alert_type when 'leftnetwork' then ${saved.outofcomp_leftnetwork}::boolean
        else ${saved.outofcomp_removed}::boolean end,
      case gone.alert_type when 'leftnetwork' then 'LEFT' else 'REMOVED' end, gone.firstname, gone.lastname
    from (${goneSql(goneLately(trial))}) gone
    where case gone.alert_type when 'leftnetwork' then ${rule.outofcomp_leftnetwork}::boolean
      else ${rule.outofcomp_removed}::boolean end`;
};

const counts = statement({
  name: 'network.count-rule-effect',
  row: { people: column.integer, out: column.integer, newly: column.integer },
  examples: [[someTrial]],
  sql: (trial: Trial) => sql`
    select count(*)::int as people, (count(*) filter (where reason is not null))::int as out,
      (count(*) filter (where reason is not null and not already))::int as newly
    from (${judgedSql(trial)}) judged`,
});

/** How many people a rule would put out, and how many of them are not out now. */
export async function countEffect(
  work: Pick<Work, 'db' | 'row' | 'now'>,
  companyId: string,
  rule: ComplianceRules,
): Promise<{ people: number; out: number; newly: number }> {
  const saved = await readRules(work, companyId);
  const counted = await work.row(counts({ companyId, now: work.now, rule, saved }));
  if (!counted) throw new Error('The query for the counts returned no row');
  return counted;
}
