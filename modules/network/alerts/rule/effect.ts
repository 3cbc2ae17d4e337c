import {
  beyondSql,
  column,
  DAY,
  grades,
  orderSql,
  type Place,
  type RawBuilder,
  type RowOfStatement,
  type Sort,
  sql,
  statement,
  type Work,
} from '#modules/platform/index.ts';
import { rowName } from '../../connections/grid.ts';
import { networkLimits } from '../../limits.ts';
import { ownedBy } from '../../owner.ts';
import { connectionTypes, outReasons } from '../../statuses.ts';
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
      from connection c where ${ownedBy({ companyId })} and c.compliance is not null
      -- Keeps the judgment from being made again for each use of it.
      offset 0) judged
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

/** In which the people are listed: those who are not out now first, then by name. */
export const effectOrder: Sort<'effect'> = { name: 'effect', by: 'place', type: 'text' };

const peopleOut = statement({
  name: 'network.list-rule-effect',
  row: {
    id: column.uuid,
    firstname: column.text,
    lastname: column.text,
    businessname: column.text,
    emailaddress: column.text.nullable(),
    connectiontype: column.oneOf(connectionTypes),
    reason: column.oneOf(outReasons),
    score: column.oneOf(grades).nullable(),
    expiration: column.date.nullable(),
    already: column.boolean,
    place: column.text,
    account_id: column.uuid,
  },
  examples: [
    [someTrial, null, 0, 1],
    [someTrial, { value: '', id: '' }, 0, 1],
  ],
  sql: (trial: Trial, after: Place | null, offset: number, limit: number) => sql`
    select judged.id, coalesce(judged.firstname, ${rowName.firstname}) as firstname,
      coalesce(judged.lastname, ${rowName.lastname}) as lastname, a.businessname,
      case when c.removed_at is null and c.connection_type <> 'EXTENDED' then a.emailaddress::text end as emailaddress,
      c.connection_type as connectiontype, judged.reason, judged.score,
      judged.expiration, judged.already, judged.place, judged.account_id
    from (select * from (select *, (case when already then '1' else '0' end) || sort_name as place
        from (${judgedSql(trial)}) person where reason is not null) listed
      ${after ? sql`where ${beyondSql(effectOrder, 'id', 'asc', after)}` : sql``}
      ${orderSql(effectOrder, 'id', 'asc')} offset ${offset} limit ${limit}) judged
      join connection c on c.id = judged.id join account a on a.id = judged.account_id
      left join company sharing on sharing.id = c.sharing_company_id
    order by judged.place, judged.id`,
});
export type PersonOut = RowOfStatement<typeof peopleOut>;

/** Who would be out by a rule: those who are not out now first, then by name. */
export async function listEffect(
  work: Pick<Work, 'db' | 'rows' | 'now'>,
  companyId: string,
  rule: ComplianceRules,
  { after = null, offset = 0, limit }: { after?: Place | undefined | null; offset?: number; limit: number },
): Promise<PersonOut[]> {
  const saved = await readRules(work, companyId);
  return work.rows(peopleOut({ companyId, now: work.now, rule, saved }, after, offset, limit));
}
