import {
  findReportInForce,
  getReportVersion,
  isDisputed,
  type ReportVersion,
} from '#modules/applications/index.ts';
import { type CompanyCaller, getCompany } from '#modules/enterprise/index.ts';
import { formatDate, type Work } from '#modules/platform/index.ts';
import type { ActionTarget } from '../connections/carry-out.ts';
import { Refusal } from '../refusals.ts';
import { findPurpose } from '../reports/purpose.ts';
import type { NamedResult } from './shapes.ts';

/** What a company may start an adverse action about: the report behind a score that it sees. */

export interface Offer {
  accountId: string;
  person: string;
  report: ReportVersion;
  /** What the company may name; empty if the person shares the score alone. */
  results: NamedResult[];
  purpose: { purpose: string; attested_by: string; attested_at: Date } | null;
}

const seen = ['CURRENT', 'INRENEWALWINDOW'];

/**
 * @param target in the network of the caller's company
 * @throws Refusal not-found, network.adverse-disputed, network.adverse-no-score, network.adverse-open
 */
export async function readOffer(
  work: Pick<Work<CompanyCaller>, 'db' | 'now' | 'caller' | 'portal' | 'row'>,
  target: ActionTarget | undefined,
): Promise<Offer> {
  const { companyId } = work.caller;
  if (!target?.account_id || target.connection_type !== 'INDIVIDUAL' || !target.accepted) {
    throw new Refusal('not-found', { detail: 'a connection without a person of one’s own' });
  }
  const { enterprise_enabled } = await getCompany(work, companyId);
  if (!enterprise_enabled) throw new Refusal('not-found', { detail: `company ${companyId} is turned off` });
  const inForce = await findReportInForce(work, target.account_id);
  if (inForce && (await isDisputed(work, inForce.applicationId)))
    throw new Refusal('network.adverse-disputed');
  if (!inForce || !seen.includes(target.status)) throw new Refusal('network.adverse-no-score');
  const open = await work.db
    .selectFrom('adverse_action')
    .select('id')
    .where('company_id', '=', companyId)
    .where('application_id', '=', inForce.applicationId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (open) throw new Refusal('network.adverse-open');
  const report = await getReportVersion(work, inForce.scoreChangeId);
  return {
    accountId: target.account_id,
    person: `${inForce.firstname} ${inForce.lastname}`.trim(),
    report,
    results: target.report_shared ? resultsOf(report) : [],
    purpose: await findPurpose(work, { companyId }),
  };
}

/** What the searches of a report found, each in one line. */
export function resultsOf({ findings }: Pick<ReportVersion, 'findings'>): NamedResult[] {
  return findings
    .filter(({ clear }) => !clear)
    .map(({ search, result, records }) => ({
      search,
      text:
        records.length > 0
          ? records
              .map(({ description, place, recorded_on }) =>
                [description, place, recorded_on && formatDate(recorded_on)].filter(Boolean).join(', '),
              )
              .join('; ')
          : result,
    }));
}
