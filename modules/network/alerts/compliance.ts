import { type Grade, grades, type Work } from '#modules/platform/index.ts';
import type { AlertType } from '../fields.ts';

/**
 * Which people of its network a company counts as compliant (doc2 §3). Scores are numbered from 0 for IC01+ to 4 for
 * IC04 (D3).
 */
export interface ComplianceRules {
  minscore: number;
  maxscore: number;
  outofcomp_expired: boolean;
  outofcomp_leftnetwork: boolean;
  outofcomp_removed: boolean;
}

/** The default rules. People whom the company itself removed are not counted. */
const defaultRules: ComplianceRules = {
  minscore: 0,
  maxscore: 4,
  outofcomp_expired: true,
  outofcomp_leftnetwork: true,
  outofcomp_removed: false,
};

export async function readRules({ db }: Pick<Work, 'db'>, companyId: string): Promise<ComplianceRules> {
  const rules = await db
    .selectFrom('alert_rule')
    .select(['minscore', 'maxscore', 'outofcomp_expired', 'outofcomp_leftnetwork', 'outofcomp_removed'])
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  return rules ?? defaultRules;
}

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
