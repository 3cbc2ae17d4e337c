import { type Grade, grades, type RawBuilder, sql, type Work } from '#modules/platform/index.ts';
import type { AlertType } from '../fields.ts';
import type { Compliance } from '../statuses.ts';

/**
 * Which people of its network a company counts as compliant (doc2 §3, D131). Scores are numbered from 0 for IC01+ to 4
 * for IC04 (D3).
 */
export interface ComplianceRules {
  minscore: number;
  maxscore: number;
  outofcomp_expired: boolean;
  outofcomp_leftnetwork: boolean;
  outofcomp_removed: boolean;
}
type RuleName = keyof ComplianceRules;

/** The default rules. People whom the company itself removed are not counted. */
export const defaultRules: ComplianceRules = {
  minscore: 0,
  maxscore: 4,
  outofcomp_expired: true,
  outofcomp_leftnetwork: true,
  outofcomp_removed: false,
};
export const ruleNames = Object.keys(defaultRules) as RuleName[];

export async function readRules({ db }: Pick<Work, 'db'>, companyId: string): Promise<ComplianceRules> {
  const rules = await db
    .selectFrom('alert_rule')
    .select(ruleNames)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  return rules ?? defaultRules;
}

/** A rule in SQL. */
export type RuleSql = Record<RuleName, RawBuilder<unknown>>;

const inSql = (partOf: (name: RuleName) => RawBuilder<unknown>) =>
  Object.fromEntries(ruleNames.map((name) => [name, partOf(name)])) as RuleSql;

/** A rule that is given. */
export const givenRule = (rules: ComplianceRules): RuleSql =>
  inSql((name) =>
    typeof rules[name] === 'number' ? sql`${rules[name]}::int` : sql`${rules[name]}::boolean`,
  );

/** The rule that a company saved, as the alias `rule` of a left join with `alert_rule`, or the default. */
export const savedRule: RuleSql = inSql(
  (name) => sql`coalesce(${sql.ref(`rule.${name}`)}, ${sql.lit(defaultRules[name])})`,
);

interface Judged {
  /** Whether a new score is under review. */
  underReview: RawBuilder<unknown>;
  /** The score that the company sees, or the last one that it saw while a new one is under review. */
  score: RawBuilder<unknown>;
  expiration: RawBuilder<unknown>;
}

/** What the rule judges, as it is stored. */
const judged: Judged = {
  underReview: sql`c.under_review`,
  score: sql`(case when c.under_review then c.told_score else c.score end)`,
  expiration: sql`(case when c.under_review then c.told_expiration else c.expiration end)`,
};

/**
 * Whether the connection `c` is in compliance, by a rule and with its exception: for alerts, for trying a rule, and for
 * what is stored, which the grids and charts show. Null for what is not a person in the network of a company. The last
 * score of whom the company sees only through ShieldLink is not kept, so while a new one is under review, they stay what
 * they were.
 */
export function complianceSql(
  now: Date,
  rule: RuleSql,
  { underReview, score, expiration }: Judged = judged,
): RawBuilder<Compliance | null> {
  const rank = sql`(array_position(${sql.val([...grades])}::text[], ${score}) - 1)`;
  const ended = sql`((${expiration} + time '11:00') at time zone 'UTC' <= ${now}::timestamptz)`;
  return sql<Compliance | null>`(case
    when c.owner_company_id is null or c.connection_type = 'FULLNETWORK' or c.accepted_at is null then null
    when c.connection_type = 'EXTENDED' and ${underReview} then c.compliance
    when ${score} is not null and ${rank} between ${rule.minscore} and ${rule.maxscore}
      and not (${rule.outofcomp_expired} and ${ended}) then 'IN'
    when exists (select 1 from compliance_exception exception
      where exception.connection_id = c.id and exception.ended_at is null and exception.ends_at > ${now}::timestamptz)
      then 'EXCEPTION'
    when ${score} is null then 'HIDDEN'
    when ${rule.outofcomp_expired} and ${ended} then 'EXPIRED'
    else 'SCORE' end)`;
}

/** That a compliance in SQL counts as out. */
export const isOutSql = (compliance: RawBuilder<unknown>) =>
  sql<boolean>`(${compliance} in ('SCORE', 'EXPIRED', 'HIDDEN'))`;

/**
 * That somebody goes out, from one compliance to another. Whom the first score that the company sees puts out goes out
 * with it (`refreshConnections`); without a score, they were not in compliance and did not go out of it.
 */
export const goesOutSql = (former: RawBuilder<unknown>, compliance: RawBuilder<unknown>) =>
  sql<boolean>`(${former} in ('IN', 'EXCEPTION') and ${isOutSql(compliance)})`;

/** Whether a score is within the rules; NA and no score never are (D3). */
export function isScoreCompliant(score: Grade | null, { minscore, maxscore }: ComplianceRules): boolean {
  if (score === null || score === 'NA') return false;
  const at = grades.indexOf(score);
  return at >= minscore && at <= maxscore;
}

/**
 * Whether what an alert reports is within the rules.
 * @param score as far as the company may see it now
 */
export function isAlertCompliant(type: AlertType, score: Grade | null, rules: ComplianceRules): boolean {
  switch (type) {
    case 'out_compliance':
      return false;
    case 'leftnetwork':
      return !rules.outofcomp_leftnetwork;
    case 'removeduser':
      return !rules.outofcomp_removed;
    case 'expired':
      return !rules.outofcomp_expired && isScoreCompliant(score, rules);
    default:
      return isScoreCompliant(score, rules);
  }
}
